"""The API as it is documented: the OpenAPI document, the answers' types, the commands of docs/api.md."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.routing import Route

from plowshares import registry
from plowshares.engine.record import verify
from plowshares.server import responses
from plowshares.server.openapi import OPERATIONS, describe
from tests.amounts import some
from tests.server.site import HERE, LINK, ME, RANDOM, Site, serving

pytestmark = pytest.mark.compiled_only
ROOT = Path(__file__).parent.parent.parent
EXAMPLES = 12  # requests to each route
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def test_every_route_is_described_and_nothing_else(site: Site) -> None:
    served = {
        (method, each.path)
        for each in site.app.routes
        if isinstance(each, Route) and each.path.startswith("/api/")
        for method in each.methods or ()
        if method != "HEAD"
    }
    assert served == set(OPERATIONS)
    assert site.person().http.get("/openapi.json").json() == json.loads(msgspec.json.encode(describe()))


def test_the_document_is_one_of_openapi_31() -> None:
    document = json.loads(msgspec.json.encode(describe()))
    assert document["openapi"].startswith("3.1")
    loaded = schemathesis.openapi.from_dict(document)
    assert loaded.statistic.operations.total == len(OPERATIONS)
    references = re.findall(r'"\$ref": ?"#/components/schemas/(\w+)"', json.dumps(document))
    assert set(references) <= set(document["components"]["schemas"])
    for path, methods in document["paths"].items():
        for operation in methods.values():
            named = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
            assert named == re.findall(r"{(\w+)}", path)


def held_to(answer: Any, kind: Any) -> Any:
    """Read an answer as its documented type, with exactly its fields."""
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def test_answers_are_of_their_types(site: Site) -> None:
    anna = site.person()
    anna.open(ME, HERE, time="300+2")
    held_to(anna.http.get("/api/tables"), responses.Tables)
    assert "curtain is closed" in anna.http.get(anna.at("/view")).json()["error"]
    assert isinstance(held_to(anna.http.get(anna.at()), responses.State).state, responses.CurtainShown)
    held_to(anna.post(anna.at("/curtain"), seat=0), responses.State)
    held_to(anna.http.get(anna.at("/actions")), responses.Actions)
    held_to(anna.http.get(anna.at("/log")), responses.LogLines)
    held_to(anna.http.get(anna.at("/view")), responses.SeatView)
    assert anna.http.get(anna.at("/actions"), params={"from": "two"}).status_code == 400
    first = anna.state()["next"][0]["pick"]
    held_to(anna.play(path=[first]), responses.More)
    held_to(anna.play(command="fill"), responses.State)
    held_to(anna.post("/api/games/stratego/check", preset="micro"), responses.SeatNames)
    held_to(anna.http.get("/api/bots"), responses.BotList)
    refused = anna.play(command="nonsense")
    assert refused.status_code == 422
    msgspec.json.decode(refused.content, type=responses.Wrong)
    assert isinstance(held_to(anna.post(anna.at("/resign")), responses.State).state, responses.TableShown)
    held_to(anna.http.get(anna.at("/replay?n=0&as=-1")), responses.Position)
    held_to(anna.post(anna.at("/rematch")), responses.TableName)


@pytest.mark.long
def test_whatever_is_sent_is_answered_as_described(site: Site) -> None:
    """Let a fuzzer make requests from the document: no server error, no status or body that is not in it."""
    owner = site.person()
    token, table = "", owner.open(ME, LINK)
    token = owner.invite(1)
    document = json.loads(msgspec.json.encode(describe()))
    del document["paths"]["/api/tables/{table}/events"]  # never ends
    schema = schemathesis.openapi.from_dict(document)
    headers = {"authorization": f"Bearer {token}"}
    for found in some(schema.get_all_operations()):
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(max_examples=EXAMPLES, database=None, derandomize=True, deadline=None)
        @given(operation.as_strategy())
        def send(case: Any) -> None:
            if "table" in case.path_parameters:
                case.path_parameters["table"] = table
            if "game" in case.path_parameters:
                case.path_parameters["game"] = "stratego"
            answer = case.call(base_url=site.base, headers=headers)
            assert answer.status_code < 500, answer.text
            case.validate_response(answer, checks=[status_code_conformance, response_schema_conformance])

        send()


def test_a_program_needs_nothing_but_its_token(site: Site) -> None:
    owner = site.person()
    table = owner.open(RANDOM, LINK)
    program = site.person(held_to(owner.post(owner.at("/invite"), seat=1), responses.Link).token, table)
    assert program.play_at_random(random.Random(2))["result"]
    assert not program.http.cookies


def test_the_examples_of_the_page_work_in_their_order(site: Site, tmp_path: Path) -> None:
    blocks = BLOCK.findall((ROOT / "docs/api.md").read_text())
    script = f"set -eu\nBASE={site.base}\n" + "\n".join(blocks)
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

    def read(name: str, kind: Any) -> Any:
        return msgspec.json.decode((tmp_path / name).read_bytes(), type=kind)

    read("opened", responses.TableName)
    read("invited", responses.Link)
    assert read("state", responses.State).state.seat == 1
    assert "fill" in read("actions", responses.Actions).actions
    read("log", responses.LogLines)
    assert read("view", responses.SeatView).fields["phase"] == "setup"
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    some = read("some", responses.Actions)
    assert some.total == len(some.actions) + 2
    assert all("place" in action for action in some.actions)
    assert read("played", responses.State).state.acting
    read("ready", responses.State)
    assert read("moved", responses.State).state.undo.text
    assert read("undone", responses.State).state.log[-1].text.startswith("You took back: ")
    assert b"data: {" in (tmp_path / "events").read_bytes()
    assert read("over", responses.State).state.result.reason == "resigned"
    assert "all as recorded" in verify((tmp_path / "match.jsonl").read_bytes(), registry.find)
    assert "<title>Stratego" in (tmp_path / "match.html").read_text()
    read("position", responses.Position)
    read("uploaded", responses.TableName)
