"""Who may see and change what: tokens and the rights they give, and what the server puts up with."""
