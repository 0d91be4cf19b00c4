"""The rules service: hosts matches. Domain (pure), servicer (translates), bootstrap (wires)."""
