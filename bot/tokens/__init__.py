"""The tokens for the pages: making them, keeping only what tells them again, and finding them."""
