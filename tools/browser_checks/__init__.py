"""Browser checks: whole games and a tournament in the sandbox's page, played by pressing or typing there."""
