"""The handout: what a command finds in the folder ``league`` of its copy, before it begins."""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from overtrick.arena.submissions.builder import table_words
from overtrick.games.rules_text import rules_text
from overtrick.league.check import as_round
from overtrick.league.digest import digest_text
from overtrick.league.edit import TOLD, Edit
from overtrick.league.export import results_json
from overtrick.league.generation import Edits
from overtrick.league.results import Generation, Results
from overtrick.league.stated import MOST_REVIEWED, Contender, League, Sources
from overtrick.manual.sources import DOCS
from overtrick.match.record import Record, for_authors
from overtrick.match.record_file import record_writer
from overtrick.tournament.records.stored import Played
from overtrick.tournament.workers.here import cores

README = """# {league}: generation {generation} of {generations}

You are the command of entrant **{name}**, in a copy of its folder. Whatever you leave in that folder is checked as a
submission to a competition is, and then plays {game} at tables of {seats} in this generation's tournament. If it does
not pass, the version before plays, and the next generation finds the reason here.

You have {time_s} seconds, {disk_mb} MB for files and {memory_mb} MB of memory, {network}. What lies in `notes/` is kept
for you alone and is no part of the bot. Hidden files, links and this folder are not kept.

| here | what it is |
|---|---|
| `rules.md`, `protocol.md` | the rules of the game, and how a bot is spoken to |
| `league.json` | names, options, limits, this generation, the commitment to its cards |
| `results.json` | all results so far, in the shape that docs/leagues.md describes |
| `last.json`, `said.txt` | what became of your last edit, and what you printed then |
| `refused/` | what you left last time, if it was refused |
| `records.jsonl` | up to {records} matches that your last version played: `overtrick show records.jsonl` |
| `review.json` | where your last version lost in {review} of them: the decisions that cost most, what they share |
| `stderr.txt` | what your bot printed to its error output in them |
| `own/generation-N/` | your versions so far |
| `others/` | {sources} |

What the league will check, and whether you are better than at first, on the same tables:

```sh
overtrick check . {table}
overtrick compare . league/own/generation-0 {table}
```
"""
SOURCES = {
    Sources.NONE: "not here: this league shows no programs of others",
    Sources.LAST: "`others/NAME/`: the programs of the others that played in the last generation",
    Sources.ALL: "`others/NAME/generation-N/`: all programs of the others so far",
}


@dataclass(frozen=True)
class Known:
    """What is known before a generation begins."""

    league: League
    edits: Edits
    results: Results
    last: Generation  # the one before
    commitment: str  # to the cards of the one that begins

    @property
    def generation(self) -> int:
        """The generation that begins."""
        return self.results.generation + 1


def write_handout(folder: Path, known: Known, contender: Contender) -> None:
    """Write all that a command is told into an empty folder."""
    for name, content in _texts(known, contender).items():
        (folder / name).write_text(content, encoding="utf-8")
    edits = known.edits[contender.name]
    lay_out(folder / "refused", edits[-1].refused)
    for edit in edits:
        lay_out(folder / "own" / f"generation-{edit.generation}", edit.bot)
    for name, files in _others(known, contender):
        lay_out(folder / "others" / name, files)
    version = known.last.roster.version[contender.name, known.generation - 1]
    records = list(own_records(known.last, version))
    with record_writer(folder / "records.jsonl") as write:
        for record, _ in records:
            write(record)
    if known.league.review:
        mine = [record for record, _ in records]
        text = digest_text(mine, version, known.league.review, known.league.workers or len(cores()))
        (folder / "review.json").write_text(text, encoding="utf-8")
    said = [f"match {record.match.key()}:\n{record.stderr[seat]}\n" for record, seat in records if record.stderr]
    (folder / "stderr.txt").write_text("\n".join(said), encoding="utf-8", errors="replace")
    open_up(folder)


def _texts(known: Known, contender: Contender) -> dict[str, str]:
    league, rules, allowed = known.league, known.league.rules, contender.allowed
    last: Edit = known.edits[contender.name][-1]
    told = {
        "league": league.name,
        "you": contender.name,
        "generation": known.generation,
        "generations": league.generations,
        "game": rules.game,
        "seats": rules.seats,
        "options": dict(rules.options),
        "limits": asdict(rules.limits),
        "rank_by": str(rules.rank_by),
        "blocks": league.blocks,
        "sources": str(contender.sources),
        "allowed": asdict(allowed),
        "entrants": [one.name for one in league.contenders],
        "commitment": known.commitment,
    }
    readme = README.format(
        league=league.name,
        generation=known.generation,
        generations=league.generations,
        name=contender.name,
        game=rules.game,
        seats=rules.seats,
        time_s=allowed.time_s,
        disk_mb=allowed.disk_mb,
        memory_mb=allowed.memory_mb,
        network="and the network" if allowed.network else "and no network",
        records=MOST_REVIEWED,
        review=league.review,
        sources=SOURCES[contender.sources],
        table=shlex.join(table_words(as_round(league))),
    )
    return {
        "README.md": readme,
        "rules.md": rules_text(rules.game),
        "protocol.md": (DOCS / "protocol.md").read_text(encoding="utf-8") if DOCS.is_dir() else "",
        "league.json": json.dumps(told, indent=2),
        "results.json": json.dumps(results_json(known.results), indent=2),
        "last.json": json.dumps({name: getattr(last, name) for name in TOLD}, indent=2),
        "said.txt": last.said,
    }


def _others(known: Known, contender: Contender) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yield what is shown of the others' programs, by folder; of players that we ship there is nothing."""
    if contender.sources is Sources.NONE:
        return
    for one in known.league.contenders:
        if one.family == contender.family:
            continue
        edits = known.edits.get(one.name, ())
        if contender.sources is Sources.LAST and edits:
            yield one.name, edits[-1].bot
            continue
        for edit in edits:
            yield f"{one.name}/generation-{edit.generation}", edit.bot


def own_records(last: Generation, version: str) -> Iterator[tuple[Record, int]]:
    """Yield some matches of a version in a generation, with its seat; what others said to their authors is left out."""
    contest = last.contest
    mine: list[Played] = [
        one for one in contest.store.played(contest.registered, contest.stages()) if version in one.entrants
    ]
    for one in sorted(mine, key=lambda one: one.key)[:MOST_REVIEWED]:  # keys are hashes, so the first ones are any
        record, seats = contest.store.record(one.key), {s for s, name in enumerate(one.entrants) if name == version}
        yield for_authors(record, seats), min(seats)


def lay_out(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, if there are any."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def open_up(folder: Path) -> None:
    """Let everybody read a folder: a room has a user of its own."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
