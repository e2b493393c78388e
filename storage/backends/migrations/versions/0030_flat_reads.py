"""Rows and indexes that make reads independent of how much there is: unfinished games, puzzle streaks, followers in order."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

_SOLVED, _COUNTED = 20, 30
"""Tenths of a point within which an answer counts as solved, and how many puzzles a server's table counts."""

_ANSWERS = "SELECT guild_id, user_id, number, tenths FROM puzzle_answer ORDER BY guild_id, user_id, number"
_STREAK = "UPDATE puzzle_answer SET streak = :streak WHERE guild_id = :guild_id AND number = :number AND user_id = :user_id"
_COUNT = """UPDATE puzzle_day SET
    answers = (SELECT count(*) FROM puzzle_answer a WHERE a.guild_id = puzzle_day.guild_id AND a.number = puzzle_day.number),
    solved = (SELECT count(*) FROM puzzle_answer a
        WHERE a.guild_id = puzzle_day.guild_id AND a.number = puzzle_day.number AND a.tenths <= 20)"""


def upgrade() -> None:
    """Add the columns and indexes, and fill them from what is there."""
    op.execute("ALTER TABLE seat ADD COLUMN live INTEGER NOT NULL DEFAULT 1")
    op.execute("UPDATE seat SET live = 0 WHERE match_id IN (SELECT id FROM match WHERE status NOT IN ('lobby', 'running', 'lost'))")
    op.execute("CREATE INDEX match_live ON match (guild_id, id) WHERE status IN ('lobby', 'running', 'lost')")
    op.execute("CREATE INDEX seat_live ON seat (user_id, match_id) WHERE live = 1")
    op.execute("DROP INDEX follow_of")
    op.execute("CREATE INDEX follow_of ON follow (kind, followed_id, guild_id, user_id)")
    _puzzles()


def _puzzles() -> None:
    op.execute("ALTER TABLE puzzle_day ADD COLUMN answers INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE puzzle_day ADD COLUMN solved INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE puzzle_answer ADD COLUMN streak INTEGER NOT NULL DEFAULT 0")
    op.execute(
        "CREATE TABLE puzzle_solver (guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, solved INTEGER NOT NULL,"
        " streak INTEGER NOT NULL, PRIMARY KEY (guild_id, user_id))"
    )
    op.execute("CREATE INDEX puzzle_solver_best ON puzzle_solver (guild_id, solved, streak, user_id)")
    op.execute("CREATE INDEX puzzle_solver_of ON puzzle_solver (user_id)")
    op.execute("DROP INDEX puzzle_answer_of")
    op.execute("CREATE INDEX puzzle_answer_of ON puzzle_answer (user_id, guild_id, number)")
    op.execute("CREATE INDEX puzzle_answer_solved ON puzzle_answer (guild_id, number, at, user_id) WHERE streak > 0")
    op.execute(_COUNT)
    _streaks(op.get_bind())


def _streaks(con: sa.Connection) -> None:
    """Write the streak of each answer, and count each server's solvers."""
    days = con.execute(sa.text("SELECT guild_id, max(number) FROM puzzle_day GROUP BY guild_id")).all()
    newest: dict[int, int] = dict(map(tuple, days))
    streaks: list[dict[str, int]] = []
    solvers: list[dict[str, int]] = []
    rows = con.execute(sa.text(_ANSWERS)).all()
    for (guild_id, user_id), answers in groupby(rows, lambda row: (row[0], row[1])):
        run: dict[int, int] = defaultdict(int)
        for _, _, number, tenths in answers:
            if tenths <= _SOLVED:
                run[number] = run[number - 1] + 1
                streaks.append({"guild_id": guild_id, "user_id": user_id, "number": number, "streak": run[number]})
        open_ = newest.get(guild_id, 0)
        counted = [number for number, streak in run.items() if streak and open_ - _COUNTED <= number < open_]
        if guild_id > 0 and counted:
            whose = {"guild_id": guild_id, "user_id": user_id, "solved": len(counted)}
            solvers.append({**whose, "streak": run[open_ - 1]})
    if streaks:
        con.execute(sa.text(_STREAK), streaks)
    if solvers:
        con.execute(sa.text("INSERT INTO puzzle_solver VALUES (:guild_id, :user_id, :solved, :streak)"), solvers)
