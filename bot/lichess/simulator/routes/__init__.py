"""What clients may ask, one module for each group of routes.

A module's `ROUTES` names its handlers. A handler gets the simulator, the request, and the faults planned for it.
"""

from bot.lichess.simulator.routes import broadcast, events, explorer, games, own, token, tv, users, watch

ROUTES = (
    *games.ROUTES,
    *own.ROUTES,
    *token.ROUTES,
    *watch.ROUTES,
    *users.ROUTES,
    *tv.ROUTES,
    *events.ROUTES,
    *broadcast.ROUTES,
    *explorer.ROUTES,
)
"""All routes, in the order in which a path is looked for."""
