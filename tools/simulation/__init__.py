"""A simulated world: years of a server in minutes, with everything that can go wrong, all of it from one seed.

The services, the outbox, the timers and the database are the real ones. What stands around them is made here as plain values: the
time (`virtual`), the disk (`disk`), Discord (`server`), the process that is killed and starts again (`life`), what people do
(`people`) and what goes wrong (`faults`). `witness` keeps books of its own of every match, and after every transaction the `laws`
are asked; `promptness` asks who waits for whom, `letters` who was told in private, and how often. A law that is broken is told with
the shortest story that breaks it (`shortest`); the same seed tells the same story.

What is to happen is a plan made before (`plan`): happenings by actors, each with a time and a seed of its own, so that leaving some
out changes nothing about the others. A new actor is one function in a table (`people.ACTORS`, `faults.ACTORS`), a new law one
function in `laws.ALWAYS` or `laws.AT_REST`.

A month of slow games has people of its own (`slow_people`, who live by a `habit`) and goes on until all games have ended. Whose
device may ring (`calls`) and whose time is over (`stopwatch`) is judged by a `second_opinion` that knows nothing of clocks. A month
of league life has people and bad days of its own (`league_people`, `tournament_people`, `town_people`, `pests`, `league_faults`);
there the program's own parts look after the calendar and the roles of the server (`guild`), and `league_laws` are asked about
`league_books`.

An event of people who do their worst (`season`, `season_people`, `season_moderators`) is a world in which nothing else happens and
nothing goes wrong: its plan is made while it happens, and `season_laws` judge it at its end.
"""
