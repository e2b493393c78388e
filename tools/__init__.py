"""The programs besides the bot, each run as `python -m tools.NAME`; other modules are parts of these.

For hosts: `doctor` looks at a database, saves and restores it, `move` takes it to another kind, `upgrade` tries an update on a
copy, `live_check` tries a server on Discord. For organisers: `event` pairs, ranks and simulates tournaments, `clock` explains the
clocks of a game. To measure: `bench` says what everything costs, `soak` runs what takes long, `world` simulates people, time and
faults under laws, `arena` lets computers meet, `page` plays and measures in the sandbox's page. To look: `gallery` draws pictures,
`transcripts` writes down evenings, `write` renews pages and golden files, `map` shows where everything is. Around games: `selfplay`
plays and records one, `conformance` replays records, `engine` speaks to other programs, `train` and `train_cards` learn weights.
`compile` makes computers think faster, `release` prepares a release.
"""
