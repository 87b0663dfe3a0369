"""The manual on the site."""

from pathlib import Path

import httpx

from tests.support.running_site import running_site


def test_the_manual_is_served_under_docs_and_nothing_else_of_the_machine_is(tmp_path: Path) -> None:
    with running_site(tmp_path / "s.db") as site, httpx.Client(base_url=site.url, timeout=60) as client:
        assert client.get("/docs").headers["location"] == "/docs/index.html"
        first = client.get("/docs/index.html")
        assert "Documentation" in first.text
        assert first.headers["content-type"] == "text/html; charset=utf-8"
        assert "'none'" in first.headers["content-security-policy"]
        assert client.get("/docs/manual.css").headers["content-type"].startswith("text/css")
        assert "overtrick tournament" in client.get("/docs/reference/commands.html").text
        for name in ("nothing.html", "..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "manual.css%00.html", "x" * 5000):
            assert client.get(f"/docs/{name}").status_code == 404, name
