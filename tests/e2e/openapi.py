# ruff: noqa: C901, RUF021, B023, E731
"""Checker of requests against Discord's published OpenAPI document, corrected where the real service differs.

The document itself is not part of the project: the environment variable `DISCORD_OPENAPI` names it.
"""

from __future__ import annotations

import copy
import json
import re

import jsonschema_rs
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

URN = "urn:discord"
METHODS = {"get", "post", "put", "patch", "delete"}


# where the document is wrong/looser/stricter than the service : applied to a copy of the document
def patch_spec(doc: dict) -> dict:
    c = doc["components"]["schemas"]
    # stricter than the service: every id is a string in the document, but the service takes integers and discord.py sends them
    # (attachments[].id = n of files[n], kept attachments, recipient_id, ...)
    c["SnowflakeType"] = {"anyOf": [c["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    # keys discord.py sends that the document does not list (matters only once schemas are closed)
    c["RichEmbed"]["properties"]["flags"] = {"type": "integer"}
    for n in (
        "MessageEditRequestPartial",
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
        "IncomingWebhookUpdateRequestPartial",
        "BaseCreateMessageCreateRequest",
    ):
        c[n]["properties"]["tts"] = {"const": False}
    for n in ("ApplicationCommandUpdateRequest", "ApplicationCommandCreateRequest", "ApplicationCommandPatchRequestPartial"):
        if n in c:
            c[n]["properties"]["nsfw"] = {"type": "boolean"}
    c["CreateForumThreadRequest"]["properties"]["type"] = {"const": 11}
    for k in ("url", "proxy_url", "size", "spoiler", "height", "width", "content_type", "flags", "ephemeral", "clip_created_at"):
        c["MessageAttachmentRequest"]["properties"][k] = {}  # a kept discord.Attachment goes back whole
    c["CreateRoleRequest"]["properties"]["permissions"] = {
        "type": ["integer", "string", "null"]
    }  # stricter again: discord.py sends "0"
    overwrite = doc["paths"]["/channels/{channel_id}/permissions/{overwrite_id}"]["put"]["requestBody"]["content"]
    for key in ("allow", "deny"):  # the same: documented elsewhere as a string, and sent so
        overwrite["application/json"]["schema"]["properties"][key] = {"type": ["integer", "string", "null"]}
    # looser than the service
    for n in ("MessageCreateRequest", "BaseCreateMessageCreateRequest", "MessageEditRequestPartial"):
        if n in c:
            c[n]["properties"]["content"]["maxLength"] = 2000  # 4000 is for Nitro users
    return doc


class Spec:
    def __init__(self, doc: dict, strict: bool = True, patched: bool = True):
        doc = copy.deepcopy(doc)
        if patched:
            patch_spec(doc)
        if strict:  # the document never says additionalProperties: false, so a misspelt key would pass
            self._close(doc["components"]["schemas"])
        self.doc, self.strict = doc, strict
        self.registry = Registry().with_resource(URN, Resource(contents=doc, specification=DRAFT202012))
        self.routes = []
        for path, ops in doc["paths"].items():
            rx = re.compile("^" + re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(path)) + "$")
            for m in METHODS & ops.keys():
                self.routes.append((m.upper(), rx, path, ops[m]))
        self.routes.sort(key=lambda r: r[2].count("{"))  # .../messages/@original before .../messages/{message_id}
        self._quick_registry = jsonschema_rs.Registry([(URN, doc)], draft=jsonschema_rs.Draft202012)
        self._quick: dict[str, jsonschema_rs.Validator] = {}
        self._validators: dict[str, Draft202012Validator] = {}

    @staticmethod
    def _close(schemas):
        in_allof = set()

        def refs(o, under=False):
            if isinstance(o, dict):
                for k, v in o.items():
                    if k == "$ref" and under:
                        in_allof.add(v.rsplit("/", 1)[-1])
                    refs(v, k == "allOf" or under and k not in ("properties", "items"))
            elif isinstance(o, list):
                for v in o:
                    refs(v, under)

        refs(schemas)
        for name, s in schemas.items():
            if name not in in_allof and s.get("type") == "object" and s.get("properties") and "additionalProperties" not in s:
                s["additionalProperties"] = False

    def find(self, method, path):
        for m, rx, tpl, op in self.routes:
            if m == method and rx.match(path):
                return tpl, op
        return None, None

    def errors(self, tpl, method, body):
        """Return the schema errors of a body; a fast validator detects them, a slow one explains them."""
        ptr = f"#/paths/{tpl.replace('~', '~0').replace('/', '~1')}/{method.lower()}/requestBody/content/application~1json/schema"
        if ptr not in self._quick:
            self._quick[ptr] = jsonschema_rs.Draft202012Validator(
                {"$ref": URN + ptr.replace("{", "%7B").replace("}", "%7D")}, registry=self._quick_registry, validate_formats=True
            )
            self._validators[ptr] = Draft202012Validator(
                {"$ref": URN + ptr}, registry=self.registry, format_checker=FormatChecker()
            )
        return () if self._quick[ptr].is_valid(body) else self._validators[ptr].iter_errors(body)

    def check(self, method, path, body=None, files: list[str] | None = None) -> list[str]:
        """Return the errors of a request as texts; an empty list if it is valid.

        `path` is without query and without /api/v10. `body` is the JSON body, or the parsed payload_json of a multipart request;
        `files` are the names of its file parts (files[0], ...).
        """
        method, path = method.upper(), path.split("?")[0]
        tpl, op = self.find(method, path)
        if tpl is None:
            return [f"{method} {path}: no such operation in the document"]
        errs = []
        if body is not None:
            content = (op.get("requestBody") or {}).get("content", {})
            if "application/json" in content:  # payload_json is the JSON body; the multipart schema of the document is not about it
                for e in self.errors(tpl, method, body):
                    errs += [f"{method} {tpl}: {x}" for x in self._explain(e)]
            elif not content and body not in ({}, []):
                errs.append(f"{method} {tpl}: a body was sent, the document has none")
            if tpl.endswith("/commands") and isinstance(body, list):
                errs += [f"{method} {tpl}: {x}" for x in self._commands(body)]
            if (
                method == "POST"
                and tpl in ("/channels/{channel_id}/messages", "/webhooks/{webhook_id}/{webhook_token}")
                or "/callback" in tpl
                and body.get("type") == 4
            ):
                m = body.get("data") or {} if "/callback" in tpl else body
                if not files and not any(
                    m.get(k) for k in ("content", "embeds", "components", "sticker_ids", "poll", "attachments", "message_reference")
                ):
                    errs.append(f"{method} {tpl}: empty message (50006)")
            d = body.get("data", body) if isinstance(body, dict) and "/callback" in tpl else body
            if isinstance(d, dict):
                errs += [f"{method} {tpl}: {x}" for x in self._rules(d, files or [])]
        return errs

    @staticmethod
    def _explain(e, depth=0):
        """Return the most useful leaf errors of an anyOf or oneOf error: those of the branch whose `type` constant matches."""
        where = "/".join(map(str, e.absolute_path))
        if e.validator in ("anyOf", "oneOf") and e.context and depth < 12:
            br: dict[int, list] = {}
            for c in e.context:
                br.setdefault(c.schema_path[0], []).append(c)

            def wrong_type(cs):  # another kind of component / callback / option
                return any(
                    (c.validator in ("enum", "const") and c.path and c.path[-1] == "type")
                    or (c.validator == "type" and not c.relative_path)
                    for c in cs
                )

            good = [cs for cs in br.values() if not wrong_type(cs)] or list(br.values())
            best = min(good, key=len)
            out = []
            for c in best:
                out += Spec._explain(c, depth + 1)
            return out
        return [f"{where or '(body)'}: {e.message[:200]}"]

    @staticmethod
    def _commands(body):
        for c in body:
            n = c.get("name", "")
            names = [n, *(c.get("name_localizations") or {}).values()]
            if c.get("type", 1) == 1:
                if not c.get("description"):
                    yield f"command {n}: no description"
                stack = [c]
                while stack:
                    o = stack.pop()
                    opts = o.get("options") or []
                    stack += opts
                    names += [x.get("name", "") for x in opts] + [
                        v for x in opts for v in (x.get("name_localizations") or {}).values()
                    ]
                    req = [bool(x.get("required")) for x in opts]
                    if req != sorted(req, reverse=True):
                        yield f"{o.get('name')}: a required option after an optional one"
                    if len({x.get("name") for x in opts}) != len(opts):
                        yield f"{o.get('name')}: two options of one name"
                for x in names:
                    if not re.fullmatch(r"[-_'\w]{1,32}", x) or x != x.lower():
                        yield f"command/option name {x!r}"
            size = lambda o: (
                sum(len(o.get(k) or "") for k in ("name", "description"))
                + sum(size(x) for x in o.get("options") or [])
                + sum(len(str(x["name"])) + len(str(x["value"])) for x in o.get("choices") or [])
            )
            if size(c) > 8000:
                yield f"command {n}: more than 8000 characters"
        if len({(c.get("name"), c.get("type", 1)) for c in body}) != len(body):
            yield "two commands of one name"

    @staticmethod
    def _rules(d, files):
        """Return violations of rules that Discord enforces and the document cannot express."""
        v2 = bool((d.get("flags") or 0) & 32768)
        if v2 and any(d.get(k) for k in ("content", "embeds", "poll", "sticker_ids")):
            yield "IS_COMPONENTS_V2 with content/embeds/poll/stickers"
        comps, ids, n, text = list(d.get("components") or []), [], 0, 0
        while comps:
            c = comps.pop()
            if not isinstance(c, dict):
                continue
            n += 1
            if c.get("type") in (9, 10, 12, 13, 14, 17) and not v2 and "title" not in d:
                yield f"component type {c['type']} without IS_COMPONENTS_V2"
            if c.get("type") == 2:
                link = c.get("style") in (5, 6)
                if not link and not c.get("custom_id") or c.get("style") == 5 and not c.get("url"):
                    yield "button without custom_id/url"
                if c.get("style") != 6 and not c.get("label") and not c.get("emoji"):
                    yield "button without label and emoji"
            if "custom_id" in c:
                ids.append(c["custom_id"])
            text += len(c.get("content") or "") if c.get("type") == 10 else 0
            for k in ("components", "accessory", "component"):
                v = c.get(k)
                comps += v if isinstance(v, list) else [v] if v else []
        if len(ids) != len(set(ids)):
            yield "duplicate custom_id"
        if v2 and n > 40:
            yield f"{n} components (limit 40)"
        if v2 and text > 4000:
            yield f"{text} characters in text displays (limit 4000)"
        em = d.get("embeds") or []
        total = sum(
            len(e.get("title") or "")
            + len(e.get("description") or "")
            + len((e.get("footer") or {}).get("text") or "")
            + len((e.get("author") or {}).get("name") or "")
            + sum(len(f["name"]) + len(f["value"]) for f in e.get("fields") or [])
            for e in em
        )
        if total > 6000:
            yield f"{total} characters in embeds (limit 6000)"
        names = {a.get("filename") for a in d.get("attachments") or []}
        known = {
            a["id"]
            for a in d.get("attachments") or []
            if isinstance(a.get("id"), int) or str(a.get("id")).isdigit() and int(a["id"]) < 100
        }
        for f in files:
            m = re.fullmatch(r"files\[(\d+)\]", f)
            if not m or (d.get("attachments") is not None and int(m[1]) not in {int(x) for x in known}):
                yield f"file part {f} has no entry in attachments"
        for url in (
            re.findall(r'"attachment://([^"]+)"', json.dumps(d)) if d.get("attachments") is not None or files else ()
        ):  # else: the message's existing files
            if url not in names:
                yield f"attachment://{url} names no attachment of this request"
