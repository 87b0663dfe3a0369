"""The OpenAPI document of the API, and a page for people made from it, on which nothing comes from elsewhere."""

from typing import Any

from litestar import Request, Response, Router
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from overtrick import __version__
from overtrick.web.site.site import page

ABOUT = (
    "What the pages of competitions show, as JSON and CSV, and what authors do there. Reading needs no token where the "
    "page needs no login; all else needs one, sent as Authorization: Bearer TOKEN."
)
SIMPLE = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "nothing",
}
Json = dict[str, Any]


class ReadablePage(OpenAPIRenderPlugin):
    """Our page about the API."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        """Return the page."""
        shown = page(request, "api/page.html", **context(openapi_schema))
        return str(shown.content).encode()


async def not_found(response: Response[Any]) -> Response[Any]:
    """Let an address of the API that is none answer as all errors do."""
    if response.status_code == 404:
        raise NotFoundException("There is no such address in the API.")
    return response


def openapi() -> OpenAPIConfig:
    """Return how the API is described: at /api for people, at /api/openapi.json for programs."""
    scheme = SecurityScheme(type="http", scheme="bearer", description="A token made on the page of one's account.")
    return OpenAPIConfig(
        title="overtrick",
        version=__version__,
        description=ABOUT,
        components=Components(security_schemes={"token": scheme}),
        use_handler_docstrings=True,
        openapi_router=Router("/api", route_handlers=[], include_in_schema=False, after_request=not_found),
        render_plugins=[ReadablePage(), JsonRenderPlugin(path="/openapi.json")],
    )


def context(document: Json) -> Json:
    """Return what the template needs of an OpenAPI document."""
    operations = [
        operation(method, path, told)
        for path, item in document["paths"].items()
        for method, told in item.items()
        if method in ("get", "post", "put", "delete", "patch")
    ]
    tags = list(dict.fromkeys(one["tag"] for one in operations))
    schemas = document.get("components", {}).get("schemas", {})
    return {
        "about": document["info"]["description"],
        "groups": [(tag, [one for one in operations if one["tag"] == tag]) for tag in tags],
        "values": [value_shown(name, schema) for name, schema in sorted(schemas.items())],
    }


def operation(method: str, path: str, told: Json) -> Json:
    """Return one thing that can be asked."""
    answers = []
    for status, answer in told.get("responses", {}).items():
        kinds = [type_text(content.get("schema", {})) for content in answer.get("content", {}).values()]
        answers.append({"status": status, "kinds": kinds, "about": answer.get("description", "")})
    body = told.get("requestBody", {}).get("content", {})
    return {
        "id": told.get("operationId", ""),
        "method": method.upper(),
        "path": path,
        "tag": (told.get("tags") or ["other"])[0],
        "about": told.get("description") or told.get("summary", ""),
        "parameters": [
            {
                "name": one["name"],
                "place": one["in"],
                "required": one.get("required", False),
                "type": type_text(one.get("schema", {})),
                "about": one.get("description", "") or one.get("schema", {}).get("description", ""),
            }
            for one in told.get("parameters", [])
        ],
        "body": [(kind, type_text(content.get("schema", {}))) for kind, content in body.items()],
        "answers": answers,
    }


def value_shown(name: str, schema: Json) -> Json:
    """Return a kind of value with its fields."""
    fields = [(field, type_text(told)) for field, told in schema.get("properties", {}).items()]
    return {"name": name, "about": schema.get("description", ""), "fields": fields}


def type_text(schema: Json) -> str:
    """Return a type in words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(type_text(one) for one in schema[word]))
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(SIMPLE.get(str(one), str(one)) for one in kind)
    if kind == "array":
        return f"list of {type_text(schema.get('items', {}))}"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"{type_text(more)} by name" if isinstance(more, dict) else "object"
    if kind == "string" and schema.get("format") == "binary":
        return "file"
    return SIMPLE.get(kind, str(kind))
