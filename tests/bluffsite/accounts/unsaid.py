"""What the page of *Download my data* would show in the words of the code: keys without a word, and words of states."""

from typing import Any

from bluffsite.accounts import own_data, registry


def unsaid(key: str, data: Any) -> set[str]:
    """Keys in `data` of the exporter `key` that the page calls by no word of its own."""
    (exporter,) = (one for one in registry.exporters if one.key == key)
    labels, said = {**own_data.LABELS, **exporter.words}, {**own_data.NAMED, **exporter.said}
    return _without(data, labels.keys(), said.keys())


def _without(data: Any, labels: Any, said: Any) -> set[str]:
    if isinstance(data, dict):
        mine = {key for key in data if key not in labels and key not in said}
        return mine.union(*(_without(value, labels, said) for key, value in data.items() if key not in said))
    if isinstance(data, list):
        return set().union(*(_without(value, labels, said) for value in data))
    return set()
