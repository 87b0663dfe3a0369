"""What the web process logs: warnings as lines for people, or everything as JSON, a line each."""

import json
import logging
from typing import Any

WELCOME = "/welcome/"  # before the code of a link that works once
ACCESS = ("client", "method", "path", "http", "status")


class JsonLines(logging.Formatter):
    """A JSON object for each event; a request has its parts apart."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an event."""
        told: dict[str, Any] = {"time": round(record.created, 3), "level": record.levelname.lower()}
        told["event"] = record.name
        if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == len(ACCESS):
            told |= dict(zip(ACCESS, record.args, strict=True))
            told["path"] = harmless(str(told["path"]))
        else:
            told["sentence"] = record.getMessage()
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def harmless(path: str) -> str:
    """Return a path without keys: those of tables stand behind the question mark, codes of links at the end."""
    shown = path.partition("?")[0]
    return WELCOME if shown.startswith(WELCOME) else shown


def log_settings(kind: str) -> dict[str, Any]:
    """Return what uvicorn is to be told about logs."""
    if kind != "json":
        return {"log_level": "warning"}
    handlers = {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}}
    settings = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines}},
        "handlers": handlers,
        "root": {"handlers": ["lines"], "level": "INFO"},
    }
    return {"log_level": "info", "log_config": settings}
