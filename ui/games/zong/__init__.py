"""The screens of ZONG: throws told disc by disc, flicked pieces measured and put back, votes, and maps of boards."""
