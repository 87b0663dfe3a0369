"""What a report says about itself: the headline, how its numbers are made, and how to verify them."""

import shlex
from xml.etree.ElementTree import Element

from overtrick.bots.fence.limits import limits_text
from overtrick.games import GAMES
from overtrick.games.contract import changed
from overtrick.games.options import option_text
from overtrick.tournament.report.charts import minus
from overtrick.tournament.report.markup import Child, node
from overtrick.tournament.report.tables import section
from overtrick.tournament.report.value import Report
from overtrick.tournament.report.words import summary
from overtrick.tournament.stated.tournament import Format


def headline(report: Report) -> Element:
    """Return the head of the page: what was played, and who leads."""
    tournament = report.tournament
    return node(
        "header",
        node("p", f"{tournament.game.capitalize()} · {tournament.format} · {report.date}", class_="kicker"),
        node("h1", node("bdi", tournament.name)),
        node("p", minus_in_numbers(summary(report.ratings)), class_="lead"),
        facts(_at_a_glance(report)),
    )


def facts(told: list[tuple[str, Child]]) -> Element:
    """Return names and values, one beside the other."""
    return node("dl", *(node("div", node("dt", name), node("dd", value)) for name, value in told), class_="facts")


def minus_in_numbers(text: str) -> str:
    """Return a sentence with real minus signs before its numbers, and all other hyphens as they were."""
    return " ".join(
        minus(word) if word.lstrip("(")[:1] == "-" and word.lstrip("(-")[:1].isdigit() else word
        for word in text.split(" ")
    )


def _at_a_glance(report: Report) -> list[tuple[str, Child]]:
    tournament, ratings = report.tournament, report.ratings
    told: list[tuple[str, Child]] = [
        ("entrants", str(len(tournament.entrants))),
        ("seats", str(tournament.seats)),
        ("sets of cards", str(ratings.clusters)),
        ("matches", f"{ratings.matches:,}".replace(",", " ")),
        ("ranked by", str(tournament.rank_by)),
    ]
    if tournament.format is Format.GAUNTLET:
        told.append(("candidate", node("bdi", tournament.candidate)))
    if options := changed(GAMES[tournament.game], tournament.options):
        told.append(("options", ", ".join(f"{name} {option_text(value)}" for name, value in options.items())))
    return told


def numbers_section(report: Report) -> Element:
    """Return in plain words how the numbers are made."""
    tournament = report.tournament
    told: list[tuple[str, Child]] = [
        ("Block", "One table plays the same cards in all rotations of its seats, so nobody is helped by a good hand."),
        ("Cluster", "All blocks on one set of cards. Cards never come back in another cluster."),
        (
            "Interval",
            "The cards are the luck: clusters are drawn again and again with replacement (bootstrap), and the interval "
            "holds the middle 95 % of the results.",
        ),
        (
            "Holm's correction",
            "Who compares all pairs will find some differences by chance. Each p is raised so far that in 95 of 100 "
            "tournaments not one star of the whole table is mere chance.",
        ),
        (
            "Strength",
            "Plackett–Luce on the finishing orders: e to the difference is the odds of one to beat the other.",
        ),
    ]
    if tournament.format is Format.FOCUSED:
        told[2:] = [
            (
                "Worth",
                "Everybody counts at its own tables only, where its opponents are drawn from all entrants. So all "
                "worths are against the same field, whoever played more often.",
            ),
            (
                "Interval, stars, ranks",
                "They stay right however often one looks, and although the results decide who plays on: in 95 of 100 "
                "tournaments no pair is ever called different by mistake.",
            ),
        ]
    if tournament.adjust:
        told.append(
            ("Adjusted", "The luck of the deal is taken out by regression on the cards dealt, where there are enough.")
        )
    if tournament.max_faults is not None:
        told.append(("Fault limit", f"Who commits more than {tournament.max_faults} faults is shown, but not ranked."))
    limits = limits_text(tournament.limits)
    told += [
        ("Balance", report.imbalance),
        ("Limits", f"the usual ones, but {limits.replace(',', ', ')}" if limits else "the usual ones"),
    ]
    if report.fences:
        told.append(("Fences", ", ".join(report.fences)))
    return section("How the numbers are made", facts(told), class_="about")


def verify_section(report: Report) -> Element:
    """Return the commitment to the secret, and what can be proved with it."""
    told: list[tuple[str, Child]] = [("Commitment", node("code", report.commitment))]
    told.append(("Secret", node("code", report.secret) if report.secret else "not revealed yet"))
    told.append(("Verify", node("code", f"overtrick verify {shlex.quote(report.store)}")))
    note = (
        "All cards follow from one secret. The commitment, the SHA-256 hash of that secret, was fixed before the first "
        "match, so nobody could choose the cards afterwards; with the secret everybody can deal them again. "
        "The command deals every match anew, replays every action, and says what differs."
    )
    return section("Verify it yourself", node("p", note, class_="note"), facts(told), class_="about")
