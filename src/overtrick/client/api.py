"""The API of a site, asked from the command line, and bots made ready to be sent there."""

import io
import json
import os
import ssl
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from overtrick import __version__
from overtrick.client.login import Login
from overtrick.core.loopback import is_loopback
from overtrick.core.mistake import Mistake

TIMEOUT_S = 60.0
LARGEST_ANSWER = 50_000_000
LARGEST_UPLOAD = 1_000_000
LEFT_OUT = ("__pycache__",)  # and whatever begins with a dot


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows nothing: the token is for one site only."""

    def redirect_request(self, *_: Any) -> None:
        return None


def ask(login: Login, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
    """Return what the API of a site answers, to a question or to something sent; raise Mistake with what it says."""
    with _answer(login, path, body, kind) as answer:
        text = answer.read(LARGEST_ANSWER)
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise Mistake(f"{login.site} does not speak as an arena does; is the address right?") from None


def lines_at(login: Login, path: str) -> Iterator[bytes]:
    """Yield the lines of a file that the API of a site gives, as they come; raise Mistake with what it says."""
    with _answer(login, path) as answer:
        while line := answer.readline(LARGEST_ANSWER):
            yield line


@contextmanager
def _answer(
    login: Login, path: str, body: bytes | None = None, kind: str = "application/json"
) -> Iterator[HTTPResponse]:
    """Give what the API of a site answers, to be read; raise Mistake with what it says, or if it breaks off."""
    headers = {"accept": "application/json", "user-agent": f"overtrick/{__version__}"}
    if login.token:
        headers["authorization"] = f"Bearer {login.token}"
    if body is not None:
        headers["content-type"] = kind
    request = urllib.request.Request(f"{login.site}/api{path}", data=body, headers=headers)
    try:
        with _opener(login.site).open(request, timeout=TIMEOUT_S) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        with error:
            raise Mistake(_refusal(login, error.code, error.read(10_000))) from None
    except urllib.error.URLError as error:
        reason = error.reason if isinstance(error.reason, str) else getattr(error.reason, "strerror", None)
        raise Mistake(f"{login.site} does not answer: {reason or error.reason}") from None
    except (OSError, HTTPException) as error:
        raise Mistake(f"{login.site} does not answer: {error or type(error).__name__}") from None


def _opener(site: str) -> urllib.request.OpenerDirector:
    handlers: list[urllib.request.BaseHandler] = [
        _NoRedirects(),
        urllib.request.HTTPSHandler(context=ssl.create_default_context()),
    ]
    if is_loopback(urlsplit(site).hostname or ""):
        handlers.append(urllib.request.ProxyHandler({}))  # a proxy elsewhere would ask itself
    return urllib.request.build_opener(*handlers)


def _refusal(login: Login, status: int, text: bytes) -> str:
    try:
        told = json.loads(text)
        sentence = str(told.get("error") or told["detail"])
    except (ValueError, TypeError, KeyError, AttributeError):
        sentence = ""
    if status == 401:
        return f"{login.site} does not know this token; overtrick login {login.site} takes a new one"
    if not sentence:
        sentence = "nothing there is called so" if status == 404 else f"it answers with the status {status}"
    sentence = sentence[:1].lower() + sentence[1:]
    return f"{login.site} refuses: {sentence.rstrip('.')}"


# Uploads


def upload_of(bot: Path) -> tuple[str, bytes]:
    """Return the name and the bytes of what is sent for a bot: a file as it is, a folder as an archive."""
    if bot.is_dir():
        name, data = f"{bot.resolve().name}.zip", _packed(bot)
    elif bot.is_file():
        name, data = bot.name, bot.read_bytes()
    else:
        raise Mistake(f"there is no file or folder {str(bot)!r}")
    if len(data) > LARGEST_UPLOAD:
        raise Mistake(f"{str(bot)!r} has {len(data)} bytes as it is sent; allowed: {LARGEST_UPLOAD}")
    return name, data


def _packed(folder: Path) -> bytes:
    """Return a folder as a zip archive; what is hidden or made by Python is left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if any(part.startswith(".") or part in LEFT_OUT for part in inside.parts):
                continue
            if path.is_symlink():
                raise Mistake(f"{str(path)!r} is a link; allowed: files and folders")
            if path.is_file():
                entry = zipfile.ZipInfo(inside.as_posix(), (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def form_of(fields: Mapping[str, str], filename: str, data: bytes) -> tuple[bytes, str]:
    """Return a form with a file as browsers send it, and its kind."""
    border = f"overtrick-{os.urandom(16).hex()}"
    parts = [
        f'--{border}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    harmless = filename.replace("\\", "_").replace('"', "_").replace("\r", "_").replace("\n", "_")
    head = f'--{border}\r\ncontent-disposition: form-data; name="file"; filename="{harmless}"\r\n'
    parts += [f"{head}content-type: application/octet-stream\r\n\r\n".encode(), data, f"\r\n--{border}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={border}"
