"""The web server: routes, pages, the WebSocket and the JSON interface."""
