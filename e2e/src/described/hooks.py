"""Gives Schemathesis ids of things that exist, because invented ones lead no further than to "not found"."""

import json
import os
import random

import schemathesis

IDS = json.loads(os.environ["SCRATCH_IDS"])
CHANCE = random.Random(7)
ALL = sorted({one for found in IDS.values() for one in found})


def ids_for(path, name):
    """Ids of the lists whose address has a word of this path, or of the parameter; any id where there are none."""
    words = {word for word in path.replace("{", "/").replace("}", "/").split("/") if len(word) > 3} | {name[:-2].lower()}
    near = [one for address, found in IDS.items() if words & set(address.split("/")) - {"content"} for one in found]
    return near or ALL


def replace(path, values):
    for name, value in (values or {}).items():
        if isinstance(value, str) and name.lower().endswith("id") and CHANCE.random() < 0.7:
            values[name] = CHANCE.choice(ids_for(path, name))
    return values


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return replace(context.operation.path, path_parameters)


@schemathesis.hook
def map_query(context, query):
    return replace(context.operation.path, query)


@schemathesis.hook
def map_body(context, body):
    return replace(context.operation.path, body) if isinstance(body, dict) else body


@schemathesis.check
def no_server_fault(context, response, case):
    """Fails for a failure of the server. 502 names the failure of another one, such as a model that invents no flow."""
    if response.status_code >= 500 and response.status_code != 502:
        raise AssertionError(f"{response.status_code}: {response.text[:500]}")
