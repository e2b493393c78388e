"""Developer and host programs besides the bot, each run as `python -m tools.NAME`; the other modules are their parts.

For hosts: `doctor` examines, salvages and restores a database, `copy_database` copies it to another kind of database, `upgrade`
tries an update on a copy, `live_check` tests a server on Discord. For organisers: `check_pairings` pairs, ranks and simulates
tournaments, `clock_audit` lists the clock changes of a game. To measure: `bench` measures times and memory, `soak` runs the checks
that take long, `simulation` simulates users, time and faults and checks invariants, `arena` plays computer players against each
other, `browser_checks` plays and measures in the sandbox's page. To look at: `gallery` draws pictures, `transcripts` writes down
scripted evenings, `write` renews generated pages and golden files, `code_map` prints the map of the packages. Around games:
`selfplay` plays and records one, `conformance` replays records, `engine` speaks to other programs, `train` and `train_cards` learn
evaluation weights. `compile` makes computer players faster, `release` prepares a release.
"""
