"""The web server: tables, lobby and pages over HTTP."""
