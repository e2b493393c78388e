"""The texts of tournaments and duels: boards, bulletins, direct messages, tables and refusals."""
