"""The pages of competitions, and those of their organisers: forms and files, and who may do what."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Competition, CompetitionState, Entry, Release, RoundState
from overtrick.arena.competitions.competition_file import competition_text, parse_competition
from overtrick.arena.competitions.competitions import all_competitions, create, find_competition, set_state
from overtrick.arena.competitions.entries import entered
from overtrick.arena.competitions.stated import stated_competition, stated_round
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.arena.submissions.suspension import suspend
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.tournament.stated.tournament import Format, RankBy
from overtrick.web.competitions.groups import grouped
from overtrick.web.organise.pages import ROUTES as ORGANISE
from overtrick.web.organise.pages import example
from overtrick.web.organise.round_form import field_moment, new_round_values, read_round_form, round_values
from overtrick.web.organise.rounds import ROUTES as ROUNDS
from tests.arena.competitions.test_competitions import add_bot, end, line, move
from tests.support.arena_rounds import account
from tests.support.web_people import Visitor, account_named, organiser_of, site_of_people, words

Client = TestClient[Litestar]
NOW = int(datetime.now(UTC).timestamp())
DAY = 86_400
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests change the store behind the back of the site."""
    monkeypatch.setattr("overtrick.web.boards.live.KEPT_S", 0.0)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with site_of_people(tmp_path_factory.mktemp("organise") / "site.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def olga(client: Client) -> Visitor:
    return organiser_of(client)


@pytest.fixture(scope="module")
def ann(client: Client) -> Visitor:
    return Visitor(client).register("Ann")


@pytest.fixture
def stranger(client: Client) -> Visitor:
    return Visitor(client)


def cup(arena: Arena, slug: str, state: CompetitionState = CompetitionState.OPEN, rounds: str = "") -> Competition:
    """Return a new competition with a round of the duel, or with those given."""
    one = 'title = "First"\ngame = "duel"\nopens = "1d"\ncloses = "7d"\nplayers = ["duel:greedy"]\n'
    text = f'slug = "{slug}"\ntitle = "The {slug}"\n[[rounds]]\n{rounds or one}'
    made = create(arena, parse_competition(text, "cup.toml", arena.now()))
    return made if state is CompetitionState.DRAFT else set_state(arena, made, state)


class Fields(HTMLParser):
    """What a browser would send from the form with an action, if nobody touched it."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.values, self.area, self.select = action, False, dict[str, str](), "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = told["action"] == self.action
        if not self.inside:
            return
        if tag == "input" and (told.get("type") not in ("checkbox", "file") or "checked" in told):
            self.values[told["name"]] = told.get("value", "on")
        self.area = told["name"] if tag == "textarea" else ""
        if self.area:
            self.values[self.area] = ""
        self.select = told["name"] if tag == "select" else self.select
        if tag == "option" and (self.select not in self.values or "selected" in told):
            self.values[self.select] = told.get("value", "")
            self.area = self.select if "value" not in told else ""

    def handle_data(self, data: str) -> None:
        if self.inside and self.area:
            self.values[self.area] = data

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        self.area = ""


def fields(visitor: Visitor, page: str, action: str) -> dict[str, str]:
    """Return the fields of a form on a page as it is."""
    values = Fields(visitor.get(page).text, action).values
    assert values.pop("_csrf_token")
    return values


# For everybody


def test_competitions_are_listed_by_how_far_they_are(client: Client, stranger: Visitor, olga: Visitor) -> None:
    arena = stranger.arena
    running, _, past = (cup(arena, f"list-{word}") for word in ("running", "coming", "past"))
    hidden = cup(arena, "list-hidden", CompetitionState.DRAFT)
    move(arena, running.rounds[0], RoundState.OPEN)
    move(arena, past.rounds[0], RoundState.OVER)
    set_state(arena, past, CompetitionState.ARCHIVED)
    page = stranger.get("/competitions").text
    order = [page.index(f'href="/c/{word}"') for word in ("list-running", "list-coming", "list-past")]
    assert order == sorted(order)
    assert re.findall(r'<h2 id="\w+">(.*?)</h2>', page) == ["Going on", "To come", "Past"]
    for visitor in (stranger, olga):
        assert hidden.slug not in visitor.get("/competitions").text
    assert "list-hidden" in olga.get("/organise").text
    assert "list-running" in stranger.get("/").text
    assert "list-past" not in stranger.get("/").text


def test_the_page_of_a_competition_tells_rounds_announcements_and_standings(client: Client, stranger: Visitor) -> None:
    arena = stranger.arena
    made = cup(arena, "page")
    page = stranger.get("/c/page").text
    opens = datetime.fromtimestamp(made.rounds[0].opens, UTC)
    assert f'<time datetime="{opens:%Y-%m-%dT%H:%M:%SZ}" data-countdown="">' in page
    assert "Standings" not in page
    assert "/c/page/1/enter" not in page
    ann = account(arena, "page ann")
    bot = add_bot(arena, made.rounds[0], ann, "page bot")
    move(arena, made.rounds[0], RoundState.OPEN)
    assert "/c/page/1/enter" in stranger.get("/c/page").text
    assert "1 bot of authors" in words(stranger.get("/c/page"))
    end(arena, made.rounds[0], line("page bot", 1, bot))
    text = words(stranger.get("/c/page"))
    assert "Standings over the rounds Place Author Points Round 1 1 page ann 100.0 100.0" in text
    assert "/c/page/1/enter" not in stranger.get("/c/page").text


def test_a_draft_is_nowhere_to_be_found(client: Client, stranger: Visitor, ann: Visitor, olga: Visitor) -> None:
    cup(stranger.arena, "secret-cup", CompetitionState.DRAFT)
    for visitor in (stranger, ann):
        assert visitor.get("/c/secret-cup").status_code == 404
        assert "secret-cup" not in visitor.get("/competitions").text + visitor.get("/").text
        assert "There is no such competition." in words(visitor.get("/c/secret-cup"))
    assert "Only organisers see this page" in words(olga.get("/c/secret-cup"))


@pytest.mark.parametrize("slug", ["none", "UPPER", "a%00", "%2e%2e", "x" * 500, "%F0%9F%98%80"])
def test_there_is_no_other_competition(stranger: Visitor, slug: str) -> None:
    assert stranger.get(f"/c/{slug}").status_code == 404


def test_a_competition_without_rounds_is_to_come(client: Client, stranger: Visitor) -> None:
    made = create(stranger.arena, parse_competition('slug = "bare"\ntitle = "Bare"', "x", NOW), CompetitionState.OPEN)
    assert grouped((made,)).coming == [made]
    assert "No round is planned yet." in words(stranger.get("/c/bare"))


# Who may organise


def test_only_organisers_reach_the_pages_of_organisers(client: Client, stranger: Visitor, ann: Visitor) -> None:
    made = cup(stranger.arena, "guarded")
    before = find_competition(stranger.arena, "guarded")
    seen = 0
    for route in (*ORGANISE, *ROUNDS):
        (path,) = route.paths
        for name, value in {"slug": "guarded", "number": "1", "bot": "1", "places": "1", "word": "archived"}.items():
            path = re.sub(rf"{{{name}:\w+}}", value, path)
        assert "{" not in path
        method = "GET" if "GET" in route.http_methods else "POST"
        for visitor, location in ((stranger, "/login?next="), (ann, None)):
            answer = visitor.get(path) if method == "GET" else visitor.post(path, {"game": "duel"})
            seen += 1
            if location is None:
                assert (path, answer.status_code) == (path, 403)
            else:
                assert (path, answer.status_code, answer.headers["location"][:12]) == (path, 303, location)
    assert seen == 2 * (len(ORGANISE) + len(ROUNDS)) > 40
    assert find_competition(stranger.arena, "guarded") == before
    assert made.slug == "guarded"


def test_a_form_without_its_key_changes_nothing(client: Client, olga: Visitor) -> None:
    cup(olga.arena, "forged")
    for origin in ("https://evil.example", None):
        headers = {"Origin": origin} if origin else {}
        answer = olga.send("POST", "/organise/forged/state/archived", data={}, headers=headers)
        assert answer.status_code == 403
    assert find_competition(olga.arena, "forged").state is CompetitionState.OPEN


# By a form


def test_an_organiser_creates_a_competition_by_a_form(client: Client, olga: Visitor, stranger: Visitor) -> None:
    form = {"slug": "by-form", "title": "By form", "text": "First line.\r\nSecond.", "entry": "invited"}
    answer = olga.post("/organise/new", form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/organise/by-form")
    made = find_competition(olga.arena, "by-form")
    assert (made.title, made.text, made.entry) == ("By form", "First line.\nSecond.", Entry.INVITED)
    assert made.state is CompetitionState.DRAFT
    assert stranger.get("/c/by-form").status_code == 404
    assert olga.post("/organise/by-form/state/open").status_code == 303
    assert "Only who was invited may enter" in words(stranger.get("/c/by-form"))


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"title": "A"}, "The key slug is missing"),
        ({"slug": "A B", "title": "A"}, "Slug is 'A B'; allowed: 1 to 40 small letters"),
        ({"slug": "ok", "title": SCRIPT + "x" * 80}, "Title is '<script>alert(1)</script>xxx"),
        ({"slug": "ok", "title": "A", "entry": "all"}, "Entry is 'all'; allowed: anyone, invited"),
        ({"slug": "new", "title": "A"}, "Slug is 'new'; allowed:"),
    ],
)
def test_a_form_with_a_mistake_comes_back_as_it_was(olga: Visitor, form: dict[str, str], sentence: str) -> None:
    answer = olga.post("/organise/new", form)
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert SCRIPT not in answer.text
    again = Fields(answer.text, "/organise/new").values
    assert {name: again[name] for name in form if name != "entry"} == {
        name: text for name, text in form.items() if name != "entry"
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_form_for_a_new_round_can_be_sent_as_it_is(client: Client, olga: Visitor, game: str) -> None:
    slug = f"as-it-is-{game}"
    cup(olga.arena, slug)
    page, action = f"/organise/{slug}/rounds/new?game={game}", f"/organise/{slug}/rounds"
    answer = olga.post(action, fields(olga, page, action))
    assert answer.status_code == 303, words(answer)
    added = find_competition(olga.arena, slug).rounds[1]
    assert (added.game, added.number, added.state) == (game, 2, RoundState.PLANNED)
    assert stated_round(added) == read_round_form(new_round_values(game, olga.arena.now()), game, olga.arena.now())
    assert added.details.options == settled(GAMES[game], added.details.seats, {})
    assert len(added.details.players) >= added.details.seats
    assert NOW < added.opens <= olga.arena.now() + 3600


FULL = {
    "title": "All of it",
    "seats": "5",
    "opens": "2031-05-01T18:00",
    "closes": "2031-05-08T18:00:30",
    "option_hook": "on",
    "option_series": "1,3,5",
    "languages": "python, c",
    "player_wizard:random": "on",
    "players": "wizard:search@20ms",
    "blocks": "7",
    "final_blocks": "70",
    "max_faults": "0",
    "rank_by": "place",
    "release": "staged",
    "uploads_a_day": "2",
    "limit_cpu": "250ms",
    "limit_memory": "128MB",
}


def test_a_form_states_all_that_a_file_can(client: Client, olga: Visitor) -> None:
    cup(olga.arena, "full")
    answer = olga.post("/organise/full/rounds", {"game": "wizard", **FULL})
    assert answer.status_code == 303, words(answer)
    made = find_competition(olga.arena, "full").rounds[1]
    details = made.details
    assert (made.title, made.opens, made.closes) == ("All of it", 1_935_424_800, 1_936_029_630)
    assert (details.seats, details.options["hook"], details.options["series"]) == (5, "on", [1, 3, 5])
    assert (details.languages, details.players) == (("python", "c"), ("wizard:random", "wizard:search@20ms"))
    assert (details.blocks, details.final_blocks, details.max_faults, details.uploads_a_day) == (7, 70, 0, 2)
    assert (details.rank_by, details.release, details.publish_sources) == (RankBy.PLACE, Release.STAGED, False)
    assert (details.limits.cpu_ms, details.limits.memory_mb) == (250, 128)
    text = competition_text(stated_competition(find_competition(olga.arena, "full")))
    assert parse_competition(text, "x", NOW).rounds[1] == stated_round(made)


def test_a_form_states_a_focused_round_and_its_page_tells_what_it_takes(client: Client, olga: Visitor) -> None:
    cup(olga.arena, "focus")
    asked = {**FULL, "seats": "4", "option_series": "", "format": "focused", "top": "5", "budget": "9000"}
    answer = olga.post("/organise/focus/rounds", {"game": "wizard", **asked})
    assert answer.status_code == 303, words(answer)
    made = find_competition(olga.arena, "focus").rounds[1]
    assert (made.details.format, made.details.top, made.details.budget) == (Format.FOCUSED, 5, 9000)
    text = competition_text(stated_competition(find_competition(olga.arena, "focus")))
    assert parse_competition(text, "x", NOW).rounds[1] == stated_round(made)
    page = words(olga.get("/organise/focus/rounds/2"))
    assert "There are 2 entries now" in page
    assert "512 to 2 240 matches" in page  # of 30 entries at 8 tables of 4, on 16 to 70 sets of cards
    assert "1 600 to 7 000 matches" in page
    assert "budget = 4500" in page and "budget = 18000" in page
    assert "blocks = 35, budget = 9000" in page and "blocks = 140, budget = 9000" in page
    plain = {**asked, "format": "round robin"}  # what is only for focused rounds is left alone
    assert read_round_form(plain, "wizard", NOW).details.budget is None


def test_a_form_made_from_a_round_states_the_same_round(client: Client, olga: Visitor) -> None:
    stated = read_round_form(FULL, "wizard", NOW)
    assert read_round_form(round_values(stated), "wizard", NOW) == stated
    made = cup(
        olga.arena,
        "same",
        rounds=competition_text(stated_competition(cup(olga.arena, "same-one"))).split("[[rounds]]")[1],
    )
    action = "/organise/same/rounds/1"
    assert olga.post(action, fields(olga, action, action)).status_code == 303
    assert find_competition(olga.arena, "same") == made


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("seats", "9", "Seats is 9; allowed: 3 to 6 for wizard."),
        ("seats", "many", "Seats is 'many'; allowed: 3 to 6 for wizard."),
        ("opens", "tomorrow", "Opens is 'tomorrow'; allowed: a date and time"),
        ("closes", "2031-05-01T17:00", "Closes is 2031-05-01 17:00:00+00:00; allowed: a moment after opens."),
        ("blocks", "9" * 30, "Blocks is '999999999"),
        ("option_hook", SCRIPT, "Option hook is '<script>alert(1)</script>'; allowed: off, on"),
        ("option_none", "1", "There is no option 'none'"),
        ("players", "../../etc/passwd", "Players is '../../etc/passwd'; allowed: a list of players"),
        ("limit_cpu", "1y", "The limit cpu is '1y'"),
        ("limit_cpu", "1s,memory=1GB", "The limit cpu is '1s,memory=1GB'; allowed:"),
        ("release", "never", "Release is 'never'; allowed: at once, staged."),
        ("title", "\x07", "Title is '\\x07'; allowed: 1 to 80 printable characters"),
    ],
)
def test_a_round_with_a_mistake_comes_back_as_it_was(olga: Visitor, field: str, text: str, sentence: str) -> None:
    if "mistakes" not in [one.slug for one in all_competitions(olga.arena)]:
        cup(olga.arena, "mistakes")
    answer = olga.post("/organise/mistakes/rounds", {"game": "wizard", **FULL, field: text})
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert SCRIPT not in answer.text
    again = Fields(answer.text, "/organise/mistakes/rounds").values
    assert again["title"] == (text if field == "title" else "All of it")
    assert again["languages"] == "python, c"
    assert len(find_competition(olga.arena, "mistakes").rounds) == 1


def test_an_unknown_game_is_refused_with_a_sentence(olga: Visitor, client: Client) -> None:
    cup(olga.arena, "no-game")
    assert olga.get("/organise/no-game/rounds/new?game=bridge").status_code == 400
    assert olga.post("/organise/no-game/rounds", {"game": SCRIPT}).status_code == 400


# By a file


def test_an_organiser_creates_a_competition_by_a_file_or_its_text(client: Client, olga: Visitor) -> None:
    answer = olga.post("/organise/file", {"toml": example().replace("spring-cup", "by-text")})
    assert answer.headers["location"] == "/organise/by-text"
    file = {"file": ("cup.toml", example().replace("spring-cup", "by-file").encode(), "application/toml")}
    answer = olga.post("/organise/file", {"toml": ""}, files=file)
    assert answer.headers["location"] == "/organise/by-file"
    by_text, by_file = (find_competition(olga.arena, slug) for slug in ("by-text", "by-file"))
    assert [stated_round(one) for one in by_text.rounds] == [stated_round(one) for one in by_file.rounds]
    assert by_text.rounds[0].closes == by_text.rounds[0].opens + 7 * DAY


def test_a_file_with_a_mistake_is_answered_with_the_line_and_the_text_stays(client: Client, olga: Visitor) -> None:
    text = example().replace("seats = 4", "seats = 40") + f"# {SCRIPT}"
    answer = olga.post("/organise/file", {"toml": text})
    assert answer.status_code == 400
    assert "The text, line 6: seats is 40; allowed: 3 to 6 for wizard." in words(answer)
    assert SCRIPT not in answer.text
    assert Fields(answer.text, "/organise/file").values["toml"] == text
    answer = olga.post("/organise/file", {}, files={"file": ("a\x1b[1m<b>.toml", b"\xff", "text/plain")})
    assert "line 1: the byte 0xff is not UTF-8" in words(answer)
    assert "\x1b" not in answer.text
    assert "<b>.toml" not in answer.text
    answer = olga.post("/organise/file", {}, files={"file": ("c.toml", text.encode(), "text/plain")})
    assert "The file c.toml, line 6: seats is 40; allowed: 3 to 6 for wizard." in words(answer)
    assert olga.post("/organise/file", {"toml": "x" * 300_000}).status_code == 413


def test_a_competition_can_be_had_as_a_file(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "as-file")
    answer = olga.get("/organise/as-file/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="as-file.toml"'
    assert parse_competition(answer.text, "x", NOW) == stated_competition(made)


# Change


def test_title_and_text_are_changed_by_a_form(client: Client, olga: Visitor) -> None:
    cup(olga.arena, "change")
    form = fields(olga, "/organise/change", "/organise/change")
    assert form == {"title": "The change", "text": "", "entry": "anyone"}
    assert (
        olga.post("/organise/change", {"title": f"New {SCRIPT}", "text": SCRIPT, "entry": "anyone"}).status_code == 303
    )
    assert find_competition(olga.arena, "change").text == SCRIPT
    for page in ("/c/change", "/organise/change", "/organise", "/competitions", "/"):
        assert SCRIPT not in olga.get(page).text
    answer = olga.post("/organise/change", {"title": "", "entry": "anyone"})
    assert (answer.status_code, "The key title is missing" in words(answer)) == (400, True)


def test_an_open_round_offers_only_what_may_still_change(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "running")
    round_ = move(olga.arena, made.rounds[0], RoundState.OPEN)
    action = "/organise/running/rounds/1"
    form = fields(olga, action, action)
    assert set(form) == {
        "game",
        "title",
        "closes",
        "blocks",
        "final_blocks",
        "format",
        "top",
        "budget",
        "hours",
        "release",
        "uploads_a_day",
        "publish_sources",
    }
    assert olga.post(action, {**form, "seats": "2", "option_x": "1", "players": "duel:random"}).status_code == 303
    assert find_competition(olga.arena, "running").rounds[0] == round_
    longer = field_moment(round_.closes + DAY)
    assert olga.post(action, {**form, "closes": longer, "blocks": "30"}).status_code == 303
    changed = find_competition(olga.arena, "running").rounds[0]
    assert (changed.closes, changed.details.blocks, changed.details.players) == (
        round_.closes + DAY,
        30,
        ("duel:greedy",),
    )
    del form["publish_sources"]
    assert olga.post(action, form).status_code == 303
    assert not find_competition(olga.arena, "running").rounds[0].details.publish_sources
    assert "publish_sources" not in fields(olga, action, action)
    answer = olga.post(action, {**form, "publish_sources": "on"})
    assert "Publish_sources cannot change, as round 1 is open" in words(answer)


def test_rounds_open_close_and_go_by_buttons(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "buttons")
    page = olga.get("/organise/buttons").text
    assert "/rounds/1/open" in page
    assert "/rounds/1/close" not in page
    assert olga.post("/organise/buttons/rounds/1/open").status_code == 303
    assert abs(find_competition(olga.arena, "buttons").rounds[0].opens - olga.arena.now()) < 60
    move(olga.arena, made.rounds[0], RoundState.OPEN)
    page = olga.get("/organise/buttons").text
    assert "/rounds/1/open" not in page
    assert olga.post("/organise/buttons/rounds/1/close").status_code == 303
    assert abs(find_competition(olga.arena, "buttons").rounds[0].closes - olga.arena.now()) < 60
    answer = olga.post("/organise/buttons/rounds/1/remove")
    assert "Round 1 is open; allowed: to remove the last round before it opens." in words(answer)
    assert olga.post("/organise/buttons/rounds/9/close").status_code == 404
    assert olga.post(f"/organise/buttons/rounds/{10**30}/close").status_code == 404


def test_a_planned_round_and_a_draft_are_removed(client: Client, olga: Visitor) -> None:
    cup(olga.arena, "gone", CompetitionState.DRAFT)
    assert olga.post("/organise/gone/rounds/1/remove").status_code == 303
    assert find_competition(olga.arena, "gone").rounds == ()
    assert olga.post("/organise/gone/remove").headers["location"] == "/organise"
    assert olga.get("/organise/gone").status_code == 404


def test_a_competition_is_archived_and_opened_again(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "archive")
    move(olga.arena, made.rounds[0], RoundState.OPEN)
    assert "Round 1 goes on" in words(olga.post("/organise/archive/state/archived"))
    move(olga.arena, made.rounds[0], RoundState.OVER)
    assert olga.post("/organise/archive/state/archived").status_code == 303
    page = olga.get("/organise/archive").text
    assert re.findall(r'<form method="post" action="(.*?)"', page) == ["/organise/archive/state/open"]
    assert "<form" not in olga.get("/organise/archive/rounds/1").text.split("<main")[1]
    assert "is archived" in words(olga.post("/organise/archive/announcements", {"text": "x"}))
    assert olga.post("/organise/archive/state/nonsense").status_code == 404
    assert olga.post("/organise/archive/state/open").status_code == 303


def test_staged_results_are_released_by_buttons(client: Client, olga: Visitor) -> None:
    staged = 'game = "duel"\ncloses = "1d"\nrelease = "staged"\n'
    made = cup(olga.arena, "staged", rounds=staged)
    assert "/release" not in olga.get("/organise/staged").text
    end(olga.arena, made.rounds[0], *(line(name, 1, None) for name in "abc"))
    for released in (1, 2):
        assert f"/rounds/1/release/{released}" in olga.get("/organise/staged").text
        assert olga.post(f"/organise/staged/rounds/1/release/{released}").status_code == 303
        assert find_competition(olga.arena, "staged").rounds[0].released == released
    assert olga.post("/organise/staged/rounds/1/release/2").status_code == 400  # a button pressed twice
    assert olga.post("/organise/staged/rounds/1/release").status_code == 303
    assert find_competition(olga.arena, "staged").rounds[0].released == -1
    assert "/release" not in olga.get("/organise/staged").text


# Announcements and bots


def test_announcements_appear_with_their_date_and_their_text_is_only_text(
    client: Client, olga: Visitor, stranger: Visitor
) -> None:
    cup(olga.arena, "news")
    form = {"text": f"Chat: {SCRIPT}\nCome!", "link": "https://example.org/chat?a=1&b=2"}
    assert olga.post("/organise/news/announcements", form).status_code == 303
    page = stranger.get("/c/news").text
    assert SCRIPT not in page
    assert '<a href="https://example.org/chat?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc">' in page
    assert re.search(r'<time datetime="20\d\d-[0-9T:-]+Z">', page)
    bad = olga.post("/organise/news/announcements", {"text": "x", "link": "javascript:alert(1)"})
    assert (bad.status_code, "The link is 'javascript:alert(1)'" in words(bad)) == (400, True)
    (posted,) = find_competition(olga.arena, "news").announcements
    assert olga.post(f"/organise/news/announcements/{posted.id}/remove").status_code == 303
    assert olga.post(f"/organise/news/announcements/{10**30}/remove").status_code == 400
    assert find_competition(olga.arena, "news").announcements == ()


def test_a_bot_is_taken_out_and_let_in_again(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "bots")
    other = cup(olga.arena, "bots-elsewhere")
    bot = add_bot(olga.arena, made.rounds[0], account(olga.arena, "bots ann"), "copycat")
    base = "/organise/bots/rounds/1"
    assert "copycat" in words(olga.get(base))
    assert "The reason is ''" in words(olga.post(f"{base}/bots/{bot}/remove", {"why": " "}))
    assert olga.post(f"{base}/bots/{bot}/remove", {"why": SCRIPT}).headers["location"] == f"{base}#bots"
    assert [one.bot for one in entered(olga.arena, made.rounds[0])] == [None]
    assert SCRIPT not in olga.get(base).text
    assert olga.post(f"/organise/{other.slug}/rounds/1/bots/{bot}/restore").status_code == 404
    assert olga.post(f"{base}/bots/{10**30}/restore").status_code == 404
    assert olga.post(f"{base}/bots/{bot}/restore").status_code == 303
    assert [one.bot for one in entered(olga.arena, made.rounds[0])] == [None, bot]


def test_a_suspended_bot_is_shown_with_the_reason_and_let_in_again(client: Client, olga: Visitor) -> None:
    made = cup(olga.arena, "sleepers").rounds[0]
    move(olga.arena, made, RoundState.OPEN)
    bot = add_bot(olga.arena, made, account(olga.arena, "sleepy ann"), "sleeper")
    version = entered(olga.arena, made)[-1].submission
    assert version is not None and suspend(olga.arena, version, "it ran out of time")
    base = "/organise/sleepers/rounds/1"
    assert "suspended: it ran out of time" in words(olga.get(base))
    assert olga.post(f"{base}/bots/{bot}/restore").status_code == 303
    assert entered(olga.arena, made)[-1].submission == version
    assert "suspended" not in words(olga.get(base))


# By programs


def asks(client: Client, name: str, *scopes: Scope) -> Callable[..., httpx.Response]:
    """Return a function that asks the API with a token of an account."""
    arena: Arena = client.app.state.site.arena
    headers = {"Authorization": f"Bearer {make_token(arena, account_named(arena, name), 'test', frozenset(scopes))}"}

    def ask(path: str, **data: object) -> httpx.Response:
        client.cookies.clear()
        if path.endswith("/file"):
            return client.get(f"/api{path}", headers=headers)
        return client.post(f"/api{path}", headers=headers, json=data)

    return ask


def test_a_program_runs_a_competition_with_a_token(client: Client, olga: Visitor) -> None:
    ask, arena = asks(client, "Olga", Scope.ORGANISE), olga.arena
    staged = 'slug = "by-api"\ntitle = "By the API"\n[[rounds]]\ngame = "duel"\ncloses = "1d"\nrelease = "staged"\n'
    wrong = ask("/drafts", toml=staged.replace("duel", "bridge"))
    assert wrong.json() == {
        "status": 400,
        "error": "The text, line 4: game is 'bridge'; allowed: wizard, duel, figgie.",
    }
    made = ask("/drafts", toml=staged)
    assert (made.status_code, made.json()["state"], made.json()["rounds"][0]["game"]) == (201, "draft", "duel")
    assert ask("/competitions/by-api/state", state="open").json()["state"] == "open"
    told = ask("/competitions/by-api/announcements", text="Hello.").json()
    assert [one["text"] for one in told["announcements"]] == ["Hello."]
    text = ask("/competitions/by-api/file").json()["toml"]
    found = find_competition(arena, "by-api")
    assert parse_competition(text, "x", NOW) == stated_competition(found)
    assert abs(ask("/rounds/by-api/1/open").json()["opens"] - arena.now()) < 60
    bot = add_bot(arena, found.rounds[0], account(arena, "api ann"), "api bot")
    assert ask(f"/rounds/by-api/1/bots/{bot}/remove", why="A copy.").status_code == 204
    assert ask(f"/rounds/by-api/1/bots/{bot}/restore").status_code == 204
    assert ask(f"/rounds/by-api/1/bots/{bot + 1000}/restore").status_code == 404
    move(arena, found.rounds[0], RoundState.OPEN)
    assert abs(ask("/rounds/by-api/1/close").json()["closes"] - arena.now()) < 60
    end(arena, found.rounds[0], line("a", 1, bot), line("b", 2, None), line("c", 3, None))
    assert ask("/rounds/by-api/1/release", places=2).status_code == 200
    assert find_competition(arena, "by-api").rounds[0].released == 2
    assert ask("/rounds/by-api/1/release").status_code == 200
    assert find_competition(arena, "by-api").rounds[0].released == -1
    assert ask("/competitions/none/state", state="open").status_code == 404


def test_only_a_token_to_organise_of_an_organiser_organises(client: Client, olga: Visitor, ann: Visitor) -> None:
    cup(olga.arena, "api-guarded")
    tokens = [
        asks(client, "Olga", Scope.READ, Scope.SUBMIT),
        asks(client, "Ann", Scope.READ, Scope.SUBMIT),
    ]
    for ask in tokens:
        for path in ("/drafts", "/competitions/api-guarded/state", "/competitions/api-guarded/file"):
            assert ask(path, toml="", state="archived").status_code == 403
    answer = client.post("/api/competitions/api-guarded/state", json={"state": "archived"})
    assert answer.status_code == 401
    olga.send("POST", "/api/competitions/api-guarded/state", json={"state": "archived"})  # a cookie is no token
    assert find_competition(olga.arena, "api-guarded").state is CompetitionState.OPEN
