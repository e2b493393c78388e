"""Events (tournaments, ladders, arenas and duels), from the call for entries to the champion; each is stored as one log.

An event is woken by timers: by the end of one of its matches (set in that match's own transaction), and by its own next moment.
Each wake-up calls `RoundScheduler.look`, which compares the present state with the wanted one and can safely be called at any time.
The lock of an event is taken before the lock of any of its matches.
"""
