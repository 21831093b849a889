"""What the referee says of scenes: of each position's table and the next one's, with something otherwise."""

from collections.abc import Iterator
from typing import Any

from companion.game import Event
from companion.journal import Entry, header
from companion.judge import Judgement, Known, judge
from companion.referee import Referee, Reply
from companion.sight import Scene
from companion.weigh import Ask, Observation, explanations, unchanged
from tests import shown
from tests.approved.chance import below, one_of
from tests.approved.disturbed import disturbed
from tests.approved.plays import Play
from tests.approved.said_by_games import Aspect

TWISTS = 6


def of_scenes(play: Play, at: int) -> Iterator[Aspect]:
    """Verdicts on the table as it is, as it is next, and with something otherwise in it."""
    game, state = play.game, play.states[at]
    table, still = game.table(play.setup), shown.scene(game.look(state))
    scenes = {"as it is": still}
    for number, far in (("next", 1), ("two on", 2)):
        if at + far < len(play.states):
            scenes[number] = shown.happened(game, play.states[at + far - 1], play.states[at + far])
    for name, scene in scenes.items():
        yield f"judged {name}", told(judge(game, state, scene, done=at % 2 == 1))
    for number in range(TWISTS):
        salt = f"{play.name} {at} {number}"
        base = one_of(list(scenes.values()), salt, "scene")
        scene = disturbed(base, table, below(99, salt, "how"), salt)
        regions = sorted({thing.region for thing in (*still.sightings, *base.sightings) if thing.region})
        gone = sorted({thing.region or "" for thing in base.sightings if thing not in scene.sightings})
        unseen = frozenset(gone if below(3, salt) == 0 else regions[:1] if below(5, salt) == 0 else ())
        known = Known(
            tidied=frozenset(game.chores(state)) if below(3, salt, "tidied") == 0 else frozenset(),
            before=still if below(3, salt, "before") == 0 else None,
            unseen=unseen,
            puzzled=below(5, salt, "puzzled"),
            puzzled_by=frozenset(regions[-1:]) if below(4, salt, "by") == 0 else frozenset(),
            plain=below(8, salt, "plain") == 0,
        )
        judged = judge(game, state, scene, known, done=below(2, salt, "done") == 0)
        yield f"judged {number}", told(judged)
        yield f"explanations {number}", _explained(play, state, scene)


def _explained(play: Play, state: Any, scene: Scene) -> Any:
    """What explains a scene, likeliest first."""
    game = play.game
    case = Observation(game, scene, scene.by_region())
    start = unchanged(case, state)
    found = explanations(case, start)[:8] if start.unexplained else []
    return (
        start.unexplained,
        [(explanation.events, explanation.violation, explanation.unexplained) for explanation in found],
    )


def told(judged: Judgement) -> Any:
    """A judgement but for what was seen where it differs: that is in the scene."""
    return (
        judged.verdict,
        [(each.region, each.wanted, len(each.seen)) for each in judged.differences],
        judged.chores,
        judged.tidied,
        judged.unseen,
        judged.laying,
    )


def of_followed(play: Play, first: int, steps: int) -> Iterator[Aspect]:
    """The replies to pictures of this game, some of them disturbed, to what is told, taken back and put right."""
    referee = _referee(play, first)
    for at in range(first, min(first + steps, len(play.entries))):
        if referee.state != play.states[at]:
            referee = _referee(play, at)
        replies = _followed(play, referee, at, play.entries[at].event, play.states[at + 1])
        yield "followed", [_reply(reply) for reply in replies]
        yield "stood", (referee.state == play.states[at + 1], len(referee.standing))


def _referee(play: Play, at: int) -> Referee[Any]:
    """A referee who has read the record up to this entry."""
    entries = (Entry(n, "test", entry.event, entry.waived) for n, entry in enumerate(play.entries[:at]))
    head = (header(play.game, play.setup), *(entry.line() for entry in entries))
    return Referee(play.game, play.setup, lambda lines: None, head)


def _followed(play: Play, referee: Referee[Any], at: int, event: Event, truth: Any) -> Iterator[Reply]:
    game, salt = play.game, f"{play.name} {at} followed"
    table, before = game.table(play.setup), referee.state
    fair = shown.happened(game, before, truth)
    spoilt = disturbed(fair, table, below(99, salt, "how"), salt)
    if below(3, salt, "hand") == 0:
        yield referee.see(Scene((), 1.0, hand=True))
    for _ in range(below(4, salt, "times")):
        yield referee.see(spoilt, done=below(5, salt, "pressed") == 0)
    reply = referee.see(fair, done=below(2, salt, "done") == 0)
    yield reply
    if isinstance(reply.verdict, Ask) and below(2, salt, "answered"):
        yield referee.answer(one_of(reply.verdict.options, salt, "option"), "touch", reply.seq)
    if referee.state != truth:
        yield referee.tell(event, "touch")
    if below(3, salt, "tidy") == 0:
        yield referee.see(shown.scene(game.look(referee.state)), done=True)
    if below(4, salt, "back") == 0:
        yield referee.take_back("touch")
        yield referee.take_back("touch", frozenset(range(play.setup.seats)))
        yield referee.see(fair)
        yield referee.tell(event, "touch")
    if below(4, salt, "correct") == 0:
        region = one_of(sorted(game.look(truth).regions) or ["none"], salt, "region")
        readings = referee.readings(region)
        yield referee.dismiss_chore(region)
        if readings:
            yield referee.correct(one_of(readings, salt, "reading"), "touch")
            yield referee.take_back("touch", frozenset(range(play.setup.seats)))


def _reply(reply: Reply) -> Any:
    return (
        reply.verdict,
        [entry.line() for entry in reply.booked],
        [chore.words for chore in reply.chores],
        [each.region for each in reply.differences],
        reply.seq,
    )
