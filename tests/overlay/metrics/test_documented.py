"""What docs and dashboard say about metrics is what is measured: each of them, and nothing else."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from overlay.counts import CutOff, Refusal
from tests.overlay.metrics.measured import everything, families, full_name

ROOT = Path(__file__).resolve().parents[3]
DOCS = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
DASHBOARD = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
NAME = re.compile(r"\b(?:unruh|process)_[a-z_]+\b")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing of the process is measured")


def kinds() -> dict[str, str]:
    """The metrics, and what they are; information is a gauge."""
    return {full_name(metric): metric.type.replace("info", "gauge") for metric in families(everything())}


def panels() -> Iterator[dict[str, Any]]:
    return (panel for panel in DASHBOARD["panels"] if panel["type"] != "row")


def named(query: str) -> set[str]:
    """The metrics of a query; a histogram is asked for by its parts."""
    return {re.sub(r"_seconds_(bucket|sum|count)$", "_seconds", name) for name in NAME.findall(query)}


def test_the_tables_are_what_is_measured() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (gauge|counter|histogram) \| .+ \|$", DOCS, re.MULTILINE)
    assert len(rows) == len(dict(rows))
    assert dict(rows) == kinds()


def test_every_reason_is_explained() -> None:
    for metric, reasons in (("unruh_viewers_cut_off_total", CutOff), ("unruh_refused_total", Refusal)):
        (row,) = re.findall(rf"^\| `{metric}` .+$", DOCS, re.MULTILINE)
        assert set(re.findall(r"`(\w+)`", row)) == {metric, "reason", *get_args(reasons)}


def test_every_alert_asks_for_what_is_measured() -> None:
    queries = re.findall(r"^ +expr: (.+)$", DOCS, re.MULTILINE)
    assert len(queries) > 5
    asked = set().union(*map(named, queries))
    assert asked <= kinds().keys()
    assert {"unruh_store_failing_seconds", "unruh_lag_seconds", "unruh_silent_seconds"} <= asked


def test_the_dashboard_shows_all_that_is_measured_and_nothing_else() -> None:
    queries = [target["expr"] for panel in panels() for target in panel["targets"]]
    queries.append(DASHBOARD["templating"]["list"][1]["definition"])
    assert set().union(*map(named, queries)) == kinds().keys()


def test_every_panel_says_what_it_shows_of_the_chosen_programs() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    for panel in panels():
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert panel["datasource"]["uid"] == "${datasource}"
        for target in panel["targets"]:
            asked = NAME.findall(target["expr"])
            assert asked
            assert target["expr"].count('instance=~"$instance"') == len(asked), target["expr"]


def test_counters_are_asked_for_by_their_growth() -> None:
    counted = {name for name, kind in kinds().items() if kind == "counter"}
    for panel in panels():
        for target in panel["targets"]:
            for name in set(NAME.findall(target["expr"])) & counted:
                assert re.search(rf"(rate|increase)\({name}\b", target["expr"]), target["expr"]


def test_no_panel_lies_on_another() -> None:
    covered: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & covered, panel["title"]
        covered |= cells
