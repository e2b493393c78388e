"""The texts about servers: settings, the weekly paper, the welcome and the bot's health."""
