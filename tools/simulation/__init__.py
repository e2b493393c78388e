"""A simulated world: years of a server in minutes, with everything that can go wrong, all determined by one seed.

The services, the outbox, the timers and the database logic are the real ones. Their surroundings are simulated: the time
(`virtual_time`), the host's clock (`host_clock`), the disk (`killable_database`), Discord (`fake_discord`), the process that is
killed and restarted (`process_run`), what users do (`people`) and what goes wrong (`faults`). A law is an invariant, a function
that returns what is wrong, or None. `state_oracle` keeps an independent record of every match, and after every transaction the laws
(`invariants`) are checked; `delivery_latency` checks which message delays another, `dm_invariants` who got direct messages, and how
often. A broken law is reported with the shortest story that breaks it (`shrinking`); the same seed gives the same story.

A run follows a plan made before it begins (`plan`): planned events by actors, each with a time and a seed of its own, so that
leaving some out does not change the others. A new actor is one function in a table (`people.ACTORS`, `faults.ACTORS`), a new law
one function in `invariants.ALWAYS` or `invariants.AT_REST`.

A month of slow games has users of its own (`slow_people`, whose days follow a `player_routine`) and goes on until all games have
ended. `ping_invariants` judges whose devices may ring, and `timeout_invariants` whose time is over, by a `clock_oracle` that does
not use the program's clocks. A month of league life has users and faults of its own (`league_people`, `tournament_people`,
`town_people`, `pests`, `league_faults`); there the program's own parts manage the calendar and the roles of the server (`guild`),
and `league_invariants` check the `tournament_ledgers`.

An event of uncooperative people (`adversarial_tournament`, `adversarial_people`, `adversarial_moderators`) is a world in which
nothing else happens and nothing fails: its plan is made while it runs, and `adversarial_invariants` judge it at its end.
"""
