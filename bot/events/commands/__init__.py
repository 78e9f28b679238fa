"""What the commands `unruh event …` do."""
