"""`unruh doctor`: looks at everything that must be right before a show, and says what to do where it is not."""
