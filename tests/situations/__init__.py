"""Every page of the app in every situation that it can show, reached as people reach it: for tests and pictures."""
