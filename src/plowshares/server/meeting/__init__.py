"""The meeting place around the tables: identities, the lobby, open tables, chat."""
