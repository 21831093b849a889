"""What is printed of Zombinion: cards with a scene each, their back, and what lies on the table with them."""
