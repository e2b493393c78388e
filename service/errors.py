"""The refusals of the service: a code and its parameters, never a sentence; `text.refusals` words them.

Illegal game actions raise `games.core.errors.IllegalActionError`; every other refusal is here.
"""

from __future__ import annotations

from games.core.errors import RuleRefusedError
from games.core.uploads import InvalidUploadError

CODES: frozenset[str] = frozenset(
    {
        # finding the match
        "no-match",  # no such match, or none in this channel
        "unknown-game",  # game, choices
        "rules-changed",  # had, have: played under rules that this program no longer has
        # lobby
        "channel-busy",  # match: the channel already has a lobby or a running game
        "not-in-lobby",  # status: the lobby is over
        "already-joined",
        "not-joined",
        "not-seated-here",
        "lobby-full",  # seats, most: offered, and as many as the game allows
        "too-many-seated",  # seated, seats: fewer seats wanted than people sit
        "seats-beyond",  # seated, most, leaving: another game or edition has fewer seats than are taken
        "unknown-level",  # level, choices: no such computer player
        "no-computer",  # no computer sits there to be removed
        "not-host",  # host: only the host, or a moderator
        "not-moderator",  # only a moderator
        "no-town",  # why: private, seated, hidden; no server can play in this lobby
        "no-server-game",  # why: private, hidden, seats, others, here; no two servers can play against each other so
        "no-invitation",  # no server waits under this code: it is wrong, used, withdrawn or too old
        "invitation-changed",  # the game is another one than the asker saw
        "no-human",  # a game needs at least one person
        "bad-order",  # value, choices
        "bad-terms",  # found: the `clocks.durations.InvalidDurationError`
        "found-elsewhere",  # one of those who were brought together was, at the same moment, with others
        "too-many-lobbies",  # most: this person hosts as many open lobbies in this server
        "server-lobbies-full",  # most: this server has as many open lobbies
        "server-games-full",  # most: this server wants no more lobbies and running games
        "too-many-games",  # most: this person sits in as many lobbies and running games
        # playing
        "not-running",  # status
        "match-lost",  # the channel was lost; resume first
        "not-seated",  # this person has no seat here
        "no-guess",  # why: plays, bag, none, running
        "no-vote",  # a server plays, and nobody votes just now
        "votes-elsewhere",  # this person votes for the other server in this game
        "too-new-to-vote",  # days: how long somebody must have been in the server
        "seat-vacant",  # left: this person's seat is played by the computer
        "stale",  # version, expected: the game has moved on
        "already-done",  # this very action was accepted before (a double click)
        "nothing-given",  # no action named
        "nothing-to-undo",
        "move-made",  # at: it is confirmed and passes on then; until then it can only be taken back
        "take-back-too-late",  # the turn has passed on
        "undo-too-late",  # something was revealed, or somebody acted, since
        # requests of all others
        "no-request",
        "server-plays",  # a server that votes on its moves can agree to nothing else
        "request-open",  # this person has one open here
        "request-rests",  # again: when; the last one was refused
        "too-many-requests",  # most: of one person in one game
        "request-over",  # status: granted, refused, withdrawn, lapsed
        "request-own",  # who asks has agreed already
        "bad-pause",  # most: days
        "pause-after-date",  # the date of the game's round has passed
        "paused-already",
        "not-paused",
        "stop-in-event",  # a game of an event does not end by agreement before its end
        "cancel-rated",  # a rated game that has begun is called off by a moderator who does not play in it, or by consent
        "own-rated-game",  # a moderator who plays in a rated game takes nobody's seat there
        "own-game",  # a moderator who plays in a game lets nobody go back there
        "ruled-in-event",  # in a game of an event only a referee does this, by a ruling
        "undo-rated",  # only a referee lets somebody go back there
        # drafts
        "draft-empty",
        "draft-complete",  # nothing more to choose: confirm or step back
        "draft-changed",  # another draft than the asker saw, as in a second window
        "draft-incomplete",  # asked: the seat still has to choose
        # what a person prefers
        "not-a-preference",  # key, value: nothing that can be chosen
        "no-zone",  # value, like: zones that may be meant
        "no-time",  # value: no time of the day
        "window-empty",  # sleep hours that end as they begin
        "window-too-long",  # most: a length
        "vacations-off",  # the bot's owner allows none
        "on-vacation",  # end, match: moving ends it, after one question
        "on-vacation-already",  # end
        "not-on-vacation",
        "vacation-too-short",  # least: a length
        "vacation-too-soon",  # ahead: a length; most: how many a year may begin at once
        "vacation-too-late",  # more than a year ahead
        "vacation-too-long",  # left, budget: lengths
        "no-hour",  # value: a weekday without a time
        "odd-hour",  # value: the clocks change then
        "no-moment",  # value: nothing that names a time
        "bad-seats-wanted",  # low, high
        "bad-pace-wanted",  # choices
        "blocks-self",
        "not-blocked",  # this person is not blocked
        "follows-own",  # oneself, or a game that one plays
        "follows-blocked",  # one of the two has blocked the other
        "follows-enough",  # most: how many games and players one may follow
        "link-used",  # a link to a page in the browser, which opens once
        # moderating and after the end
        "no-clock",  # the match has none
        "bad-gift",  # most: how much time can be given at once
        "seat-yours",  # nobody has taken the seat of who wants it back
        "no-return",  # left: who gave it up for good, or has returned once, or may not by the terms
        "seat-taken",  # somebody else plays on in the seat that was lost
        "sits-here",  # who takes a seat over must not sit, or have sat, at the table
        "no-free-seat",  # why: `none`, or `terms` or `rated`, which offer none
        "too-new-here",  # days: how long somebody must have been in the server
        "substitute-blocked",  # somebody at the table has blocked who wants to come in, which the sentence doesn't tell
        "not-waiting",  # the game does not wait for this seat
        "already-computer",  # the seat is played by the computer already
        "not-lost",
        "not-ended",  # only after the end
        "bag-shared",  # other tables still draw from the same bag
        "no-puzzle",  # none is open in this server, or never was one of this number
        "puzzle-not-made",  # the first one for everybody is not there yet
        "puzzle-open",  # its solution comes with the next one
        "puzzle-over",  # number: its solution is there
        "puzzle-answered",  # one answer each
        "plan-lapsed",  # why: a reason of `Game.lapse`
        "mistake-done",  # one's own puzzle was answered rightly, or comes again another day
        "mistakes-none",  # no turn of the game is known that cost much
        "mistakes-kept",  # turns of this game are puzzles already
        "mistakes-full",  # number: so many wait already
        "mistakes-hidden",  # the game hides something
        "mistakes-map",  # it was played on a map of a server
        "no-hints",  # why: terms, rated or event
        "not-finished",  # status: it was not played to its end, or not yet
        "nothing-to-analyse",  # nobody has moved
        "too-many-analyses",  # most: wait already
        "in-line",  # place: dear work that this person asked for waits already, or is under way
        "line-full",  # number: so many wait for dear work that nobody else can
        # records that are brought in
        "record-too-large",  # most: kilobytes
        "not-a-record",  # not written by an export
        "record-not-ended",  # of a game that was under way
        "record-field",  # field: what is missing or cannot be
        "record-row",  # row, text: a row of the log that cannot be, or is not allowed there
        "log-changed",  # turn, row, text: a row of a game's log is not the one whose hash was kept, and the log breaks the rules
        "record-changed",  # turn, row, text: a row of the log is not the one whose hash was kept
        "record-began",  # the game, its options or the order of seats are not those that it began with
        "record-secret",  # the secret does not belong to what was published
        "record-result",  # had, has: the points of the record, and those that its moves give
        "still-live",  # no rematch of a game that is not over
        # maps
        "unknown-map",  # map: none with this name can be chosen here
        "not-map-keeper",  # only who manages channels or the server changes the list of maps
        "map-file-name",  # name, choices: endings of a map's file
        "map-too-large",  # most: kilobytes
        "map-not-text",  # not UTF-8
        "bad-map",  # found: the `InvalidUploadError`; game: the one that could not read it
        "no-maps",  # no game here is played on maps
        "map-there-already",
        "no-own-maps",
        "no-game-yet",  # the game of a pairing is not there yet
        "too-many-maps",  # most
        "no-upload",  # nothing waits to be confirmed, or something else by now
        "built-in-map",  # ours cannot be removed
        # events
        "no-event",  # no such event, or none that is meant here
        "which-event",  # names: several are meant
        "event-over",  # status
        "event-running",  # it has begun already
        "event-not-running",  # it has not begun, or is over
        "event-changed",  # somebody else was faster
        "bad-event",  # found: the `tournament.results.InvalidTournamentError`
        "which-team",  # names: name one of them, or a new one
        "no-teams",  # people play for themselves
        "no-captain",  # captain: another one leads the team
        "bad-lineup",  # why: `team`, `twice`, `many`; boards
        "no-rival",  # this person cannot be challenged here
        "duel-there",  # the two have a duel already
        "too-many-challenges",  # most: of one person in this server that wait for an answer
        "not-your-duel",  # it is for others
        "no-ladder",  # nobody challenges anybody in this event now
        "has-successor",  # name
        "event-not-over",
        "no-arena",  # nobody pauses in this event
        "arena-is-played",  # its players agree on no result
        "rests",  # until
        "ends-by-itself",  # nobody has to end this event
        "knock-out-decides",  # no round of a knock-out is closed by draws
        "not-for-so-many",  # game, number: so many cannot play it so
        "no-name",  # most: characters
        "starts-too-soon",
        "too-many-events",  # most: of one server at a time
        "already-entered",  # waiting: whether on the waiting list
        "not-entered",
        "entry-closed",
        "has-decided",
        "out-of-event",  # who has withdrawn does not come back
        "no-check-in",
        "check-in-later",  # opens: when
        "no-skip",  # why: kind, last, most; most
        "already-skipped",  # round
        "no-preview",  # no round waits to be published
        "no-pairing",  # they are not paired in that round
        "no-open-round",
        "not-official",  # only organisers and referees
        "not-your-pairing",  # only players of a pairing, and organisers, propose its result
        "already-decided",  # a pairing has its result
        "played-here",  # no result of a game elsewhere while the pairing is really played here
        "no-proposal",  # there is no such proposal, it is for others, or there is a newer one
        "rules-first",  # anyone who enters accepts the organiser's own rules first (text)
        "own-ruling",  # who is entered in an event decides nothing in it
        "bad-score",  # points of a ruling that contradict it, or cannot be read
        "not-organiser",  # only who organises an event
        "no-ruling",  # value, choices
        "no-reason",
        "letters-paused",  # the people who run the bot let no announcements out
        "text-too-long",  # most: characters
        "text-link",  # places: whether links to places in Discord are allowed
        "text-mention",
        "text-word",  # word: one that the host of the bot does not want
        "no-text",
        "too-many-messages",  # most
        "entry-limit",  # why: role, days, games, rating-below, rating-above; least or most, have, role
        "nothing-changed",
        "bad-limits",  # nobody could enter
        "too-late-to-change",  # choices
        "no-seed",  # most
        "no-import",  # most: lines of a list of entrants
        "no-length",  # most: a timedelta
        "no-two",  # a swap that does not name two
        "entered-already",  # what entrants have agreed to stays
        "no-whom",  # a ruling that needs somebody
        "no-open-game",  # of a pairing no game is played now
        "bar-owner",  # who runs the bot can't be barred
        "already-barred",
        "not-barred",
        "barred-by-setting",  # only the host's settings lift it
        "already-reported",
        "report-closed",
        "announcements-paused",
        "nobody-waits",  # on the waiting list
        "played-already",  # no substitute after the first game, nor in groups
        "no-replay",  # what came next stands on the result
        "own-appeal",  # who has ruled does not decide the appeal
        "no-appeal",  # why: none, late, again, not-yours, answered
        "too-many-deputies",  # most
        "nobody-to-meet",  # no open pairing of two
        "bad-hour",  # least, most: an hour that is proposed must lie between them
        "not-in-team",  # this person belongs to another team, or to none, or is its captain
        "sits-now",  # a member who plays a board can't be taken off
        "rosters-locked",  # captains decide no more about who belongs to their teams
        "nobody-asks",  # this person doesn't wait for a captain's consent
        "hour-lapsed",  # it is too near by now
        "too-many-hours",  # most: proposals of one person in one pairing and a day
        "hour-not-open",  # taken back, settled, or one's own
        "no-appointment",  # to be called off
        "here-later",  # opens: from when on one can say that one is there
        "no-deputy",
        "organises-already",
    }
)


class Refusal(RuleRefusedError):
    """Raised when a use-case refuses a request: `code` is one of `CODES`."""

    def __init__(self, code: str, **params: object) -> None:
        assert code in CODES, code
        super().__init__(code, **params)


class InvalidFileError(Refusal):
    """Raised with code `bad-map` for an uploaded file that a game could not read, with the game's own error."""

    def __init__(self, found: InvalidUploadError, game: str) -> None:
        super().__init__("bad-map", found=found, game=game)
        self.found = found
        self.game = game
