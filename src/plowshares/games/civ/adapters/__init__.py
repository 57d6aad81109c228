"""What speaks the HTTP API of Civ's original author: `web` for the server, `api` with its routes, a command."""
