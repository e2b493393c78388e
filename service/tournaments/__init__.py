"""Events: from the call for entries to the champion. Everything here ends in one log for each event, and is read back from it.

An event is woken by timers: by the end of one of its matches (written in that match's own transaction), and by its next moment.
Anyone who wakes it calls `RoundScheduler.look`, which compares how things stand with how they should, and may be called at any
time and any number of times. The lock of an event is taken before the lock of any of its matches.
"""
