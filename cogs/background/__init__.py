"""What happens without anybody asking: posting, rounds, the messages that stay in a channel, telling Discord the commands."""
