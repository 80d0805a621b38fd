"""Where the token is in a file, as the engine writes it (engine/src/formats, engine/src/containers)."""
