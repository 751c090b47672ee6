"""Pages that are served: who may ask, what browsers may do with the answers, and the server itself."""
