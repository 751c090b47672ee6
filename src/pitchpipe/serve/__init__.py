"""A model as a page and a JSON API."""
