"""
Leads invented requests further than to a refusal: ids are those of things that exist, bodies begin as ones that are known to be taken, and
what an answer brought is used again.
"""

import copy
import json
import os
import random
import re

import schemathesis

IDS = json.loads(os.environ["SCRATCH_IDS"])
EXAMPLES = json.loads(os.environ["SCRATCH_EXAMPLES"])
CHANCE = random.Random(7)
ID = re.compile(r"\b[a-z]{2,4}_01[0-9a-z]{18,34}\b")
MOST_IDS = 40
TENANT = os.environ["SCRATCH_TENANT"]
# The words for things in addresses and parameters, by the beginning of their ids.
PREFIXES = {
    "app": {"app", "manage-app", "chatbot", "app-version", "try-app"},
    "kb": {"knowledgebase", "knowledge-base"},
    "agt": {"agent", "agents", "agent-crew", "crew"},
    "flw": {"flow"},
    "tol": {"tool"},
    "mcp": {"mcp"},
    "wrk": {"worker", "worker-agent", "report", "worker-agents"},
    "rec": {"record", "record-log"},
    "run": {"run", "agent-run"},
    "imp": {"knowledgebaseimport", "import"},
    "con": {"connection", "app-connection"},
    "sch": {"schema", "information-schema"},
    "cnv": {"conversation", "session"},
    "qry": {"query", "query-info", "query-detail"},
    "prm": {"prompt"},
    "fil": {"file"},
    "src": {"source"},
    "chk": {"chunk"},
    "rul": {"rule", "alert-rule"},
    "inv": {"invitation"},
}
# The beginning of the ids with which an operation, or any operation with this parameter, did not end in "not found".
LEARNED = {}
MOST_EXAMPLES = 8


def words_of(path):
    return {word for word in re.split(r"[/{}-]", path.lower()) if len(word) > 3} - {"content"}


def prefix_for(path, name):
    """The beginning of the ids that were taken here before; else of those in the list whose address names the parameter."""
    learned = LEARNED.get((path, name)) or LEARNED.get(name)
    if learned:
        return learned
    before = path.split("{" + name + "}")[0].rstrip("/").split("/")[-1].lower()
    word = (name[:-2] if len(name) > 2 else before).lower()
    for prefix in PREFIXES:
        if word.rstrip("s") in PREFIXES[prefix] or before.rstrip("s") in PREFIXES[prefix]:
            return prefix
    return None


def ids_for(path, name):
    """Ids of the kind that is expected here; else those of lists whose address has a word of this path; else any id."""
    every = [one for found in IDS.values() for one in found]
    prefix = prefix_for(path, name)
    of_kind = [one for one in every if one.startswith(f"{prefix}_")]
    words = words_of(path) | {name[:-2].lower()}
    near = [one for address, found in IDS.items() if words & words_of(address) for one in found]
    return of_kind or near or every


def key_of(operation):
    return f"{operation.method.upper()} {operation.path}"


def is_id(name):
    return name.lower().endswith("id") or name.lower() == "id"


def replace(operation, values):
    """Puts ids of things that exist in the places of invented ones, also in objects and lists."""
    # What is deleted is missing later, so that most deletions are of nothing.
    share = 0.2 if operation.method.upper() == "DELETE" else 0.8
    for name, value in (values or {}).items():
        if name == "tenantId":
            values[name] = TENANT
        elif isinstance(value, str) and is_id(name) and CHANCE.random() < share:
            values[name] = CHANCE.choice(ids_for(operation.path, name))
        elif isinstance(value, list) and name.lower().endswith("ids"):
            values[name] = [CHANCE.choice(ids_for(operation.path, name[:-1])) for _ in value[:3]]
        elif isinstance(value, dict):
            replace(operation, value)
    return values


def without_streams(value):
    """OpenAPI 3.1 describes a stream of events as one text, and Schemathesis would compare each event with it."""
    if isinstance(value, dict):
        value.get("text/event-stream", {}).pop("schema", None)
        for inner in value.values():
            without_streams(inner)
    elif isinstance(value, list):
        for inner in value:
            without_streams(inner)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    without_streams(raw_schema)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return replace(context.operation, path_parameters)


@schemathesis.hook
def map_query(context, query):
    """Most callers leave out most of what they may leave out."""
    if query:
        named = context.operation.definition.raw.get("parameters", [])
        required = {one.get("name") for one in named if one.get("required")}
        for name in [name for name in query if name not in required and CHANCE.random() < 0.6]:
            del query[name]
    return replace(context.operation, query)


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    known = EXAMPLES.get(key_of(context.operation), [])
    if known and CHANCE.random() < 0.7:
        taken = copy.deepcopy(CHANCE.choice(known))
        changed = [name for name in body if CHANCE.random() < 0.25]
        taken.update({name: body[name] for name in changed})
        if "name" in taken and "name" not in changed:
            taken["name"] = f"{str(taken['name'])[:40]} {CHANCE.randrange(10**9)}"
        body = taken
    return replace(context.operation, body)


@schemathesis.hook
def before_call(context, case, kwargs):
    """The phase that goes through the bounds of values invents the company and the ids as well, which would hide everything behind them."""
    for part in ("path_parameters", "query", "body"):
        values = getattr(case, part)
        if isinstance(values, dict) and CHANCE.random() < 0.9:
            setattr(case, part, replace(case.operation, copy.deepcopy(values)))


@schemathesis.hook
def after_call(context, case, response):
    """Keeps what an operation took, and the ids of what it answered with."""
    if not 200 <= response.status_code < 300:
        return
    operation = case.operation
    for name, value in {**(case.query or {}), **(case.path_parameters or {})}.items():
        if isinstance(value, str) and ID.fullmatch(value) and is_id(name):
            LEARNED[(operation.path, name)] = value.split("_")[0]
            if name != "id":
                LEARNED.setdefault(name, value.split("_")[0])
    known = EXAMPLES.setdefault(key_of(operation), [])
    if isinstance(case.body, dict) and len(known) < MOST_EXAMPLES and case.body not in known:
        known.append(copy.deepcopy(case.body))
    found = IDS.setdefault(operation.path, [])
    for one in ID.findall(response.content[:20000].decode("utf-8", "ignore")):
        if len(found) < MOST_IDS and one not in found:
            found.append(one)


@schemathesis.check
def no_server_fault(context, response, case):
    """Fails for a failure of the server. 502 names the failure of another one, such as a model that invents no flow."""
    if response.status_code >= 500 and response.status_code != 502:
        raise AssertionError(f"{response.status_code}: {response.text[:500]}")
