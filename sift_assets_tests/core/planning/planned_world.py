"""A small world for tests of the planner: versions that are edited, and someone who does the work.

The work is done as the assets do it (all partitions of a range, parents before children, a value
that depends on nothing but its inputs) with values that are plain hashes. It notes by itself what
each value was made from, so that a test can tell what must be stale without asking the planner.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sift_assets.core.planning.lineage import CHAIN, LINEAGE, SPINE, input_name
from sift_assets.core.planning.plan import Plan, plan
from sift_assets.core.planning.staleness import ALL, chain_inputs, merkle, spine_inputs
from sift_assets.core.planning.state import Attempt, Observed, Provenance, Recorded
from sift_assets.core.records.record import key_of

FACETS = ("prompt", "graph", "review", "resolution", "narrative")
STAGES = ("reader", "extraction", "export", "resolution", "community", "narrative", "search")
KINDS = ("merges", "relations", "facts", "promotions")

Made = dict[tuple[str, str], object]
"""Asset and partition to what its value was made from."""


def first_versions(names: Iterable[str]) -> dict[str, str]:
    return {name: f"{name} 1" for name in names}


@dataclass
class World:
    """What people edit, what is recorded, and what was made from what.

    A document's content is two letters: the first is what its text says, the second is white
    space, so that an edit of the second gives the same text.
    """

    documents: dict[str, str] = field(default_factory=dict)
    domain: dict[str, str] = field(default_factory=lambda: first_versions(FACETS))
    settings: dict[str, str] = field(default_factory=lambda: first_versions(STAGES))
    decisions: dict[str, str] = field(default_factory=lambda: first_versions(KINDS))
    blocked: tuple[str, ...] = ()
    partitions: list[str] = field(default_factory=list)
    heads: dict[str, dict[str, str]] = field(default_factory=lambda: {a: {} for a in LINEAGE})
    provenance: dict[str, dict[str, Provenance]] = field(
        default_factory=lambda: {a: {} for a in LINEAGE}
    )
    attempts: dict[str, Attempt] = field(default_factory=dict)
    made: Made = field(default_factory=dict)
    computed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def observed(self) -> Observed:
        return Observed(
            documents=dict(self.documents),
            domain=dict(self.domain),
            settings=dict(self.settings),
            decisions=dict(self.decisions),
            blocked=self.blocked,
        )

    @property
    def recorded(self) -> Recorded:
        return Recorded(
            partitions=tuple(self.partitions),
            heads={asset: dict(heads) for asset, heads in self.heads.items()},
            provenance={asset: dict(entries) for asset, entries in self.provenance.items()},
            attempts=dict(self.attempts),
        )

    def plan(self) -> Plan:
        return plan(self.observed, self.recorded)

    def work(self) -> int:
        """Carry out plans until nothing is left; return the number of looks that found work."""
        for looks in range(7):
            todo = self.plan()
            if todo.nothing_to_do:
                return looks
            self.report(todo)
            if todo.ranges:
                self._run_documents(todo)
            else:
                self._run_spine(todo.layer_assets(todo.next_layer))
        raise AssertionError(f"still stale: {self.plan()}")

    def report(self, todo: Plan) -> None:
        """Register and remove partitions and report roots, as `carry_over` does."""
        self.partitions += todo.add
        for report in todo.reports:
            entry = Provenance(version=report.version, code_version="1")
            self.heads[report.asset][report.partition] = report.version
            self.provenance[report.asset][report.partition] = entry
        self.partitions = [key for key in self.partitions if key not in todo.remove]
        for key in todo.remove:
            for asset in ("documents", *CHAIN):
                self.provenance[asset].pop(key, None)  # Dagster's own history stays
                self.made.pop((asset, key), None)

    def current_inputs(self) -> Made:
        """Say what every value should be made from now, from the design's table of assets."""
        code = {asset: LINEAGE[asset].code_version for asset in LINEAGE}
        reader, extraction, export, resolution = (self.settings[stage] for stage in STAGES[:4])
        community, telling, meaning = (self.settings[stage] for stage in STAGES[4:])
        prompt, graph, review, hints, style = (self.domain[facet] for facet in FACETS)
        wanted: Made = {}
        for key, content in self.documents.items():
            wanted["document_texts", key] = (content, reader, code["document_texts"])
            text = self.heads["document_texts"].get(key)
            wanted["extractions", key] = (text, prompt, extraction, code["extractions"])
        extractions = tuple(
            (key, self.heads["extractions"].get(key), self.heads["document_texts"].get(key))
            for key in sorted(self.documents)
        )
        everything = tuple(sorted(self.documents.items()))
        head = {asset: self.heads[asset].get("") for asset in SPINE}
        wanted["corpus", ""] = (
            *(extractions, everything, prompt, reader, extraction),
            code["corpus"],
        )
        wanted["knowledge_graph", ""] = (head["corpus"], graph, code["knowledge_graph"])
        parts = tuple(sorted(self.heads["knowledge_graph"].items()))
        wanted["graph_manifest", ""] = (parts, code["graph_manifest"])
        kinds = tuple(self.decisions[kind] for kind in KINDS[:3])
        wanted["resolved_graph", ""] = (
            *(head["graph_manifest"], kinds, graph, review),
            code["resolved_graph"],
        )
        wanted["merge_proposals", ""] = (parts, hints, resolution, code["merge_proposals"])
        across = (head["graph_manifest"], code["cross_type_proposals"])
        wanted["cross_type_proposals", ""] = across
        proposals = tuple(sorted(self.heads["merge_proposals"].items()))
        wanted["proposal_manifest", ""] = (
            *(proposals, head["cross_type_proposals"]),
            code["proposal_manifest"],
        )
        wanted["review_queue", ""] = (
            *(head["proposal_manifest"], head["graph_manifest"], kinds, graph, review),
            *(hints, resolution, code["review_queue"]),
        )
        resolved = head["resolved_graph"]
        wanted["communities", ""] = (resolved, community, code["communities"])
        groups = tuple(sorted(self.heads["communities"].items()))
        wanted["community_map", ""] = (groups, resolved, community, code["community_map"])
        wanted["narratives", ""] = (groups, style, telling, code["narratives"])
        told = tuple(sorted(self.heads["narratives"].items()))
        wanted["narrative_manifest", ""] = (told, groups, code["narrative_manifest"])
        wanted["report", ""] = (
            *(head["narrative_manifest"], head["community_map"], resolved, style, telling),
            code["report"],
        )
        shown = (resolved, head["community_map"], head["narrative_manifest"], head["corpus"])
        wanted["agent_index", ""] = (*shown, meaning, code["agent_index"])
        wanted["viewer", ""] = (*shown, code["viewer"])
        wanted["graph_exports", ""] = (*shown, kinds, export, code["graph_exports"])
        return wanted

    def stale_by_reference(self) -> set[tuple[str, str]]:
        """Say what is made from something else than it should be, or not at all."""
        wanted = self.current_inputs()
        stale = {name for name, inputs in wanted.items() if self.made.get(name) != inputs}
        stale |= {("extractions", key) for asset, key in stale if asset == "document_texts"}
        if any(asset == "extractions" for asset, _ in stale):
            stale.add(("corpus", ""))
        return stale

    def _run_documents(self, todo: Plan) -> None:
        for piece in todo.ranges:
            first, last = map(self.partitions.index, (piece.first, piece.last))
            for asset in todo.chain:
                for key in self.partitions[first : last + 1]:
                    self._compute_document(asset, key)

    def _compute_document(self, asset: str, key: str) -> None:
        inputs = chain_inputs(asset, key, self.observed, self.recorded)
        shaping = dict(inputs)
        if asset == "document_texts":
            shaping["documents"] = inputs["documents"][0]
        self._record(asset, key, key_of(asset, shaping, LINEAGE[asset].code_version), inputs)
        self.attempts.pop(key, None)

    def _run_spine(self, assets: Iterable[str]) -> None:
        for asset in assets:
            inputs = spine_inputs(asset, self.observed, self.recorded)
            if asset == "knowledge_graph":
                self._build_types(inputs)
            elif asset == "merge_proposals":
                self._compute_parts(asset, "knowledge_graph", inputs)
            elif asset == "communities":
                self._find_communities(inputs)
            elif asset == "narratives":
                self._compute_parts(asset, "communities", inputs)
            elif asset == "corpus":
                value = {key: self.heads["extractions"][key] for key in sorted(self.documents)}
                self._record(asset, "", key_of(value), inputs)
            else:
                self._record(asset, "", key_of(asset, inputs), inputs)

    def _build_types(self, inputs: dict[str, str]) -> None:
        """Make one part per first letter; a type that is gone leaves no partition."""
        letters = {content[0] for content in self.documents.values()}
        self._forget("knowledge_graph", set(self.heads["knowledge_graph"]) - letters)
        for gone in set(self.heads["merge_proposals"]) - letters:
            del self.heads["merge_proposals"][gone]  # the partition is gone, our record stays
        for letter in sorted(letters):
            members = [k for k, content in self.documents.items() if content[0] == letter]
            values = [self.heads["extractions"][key] for key in sorted(members)]
            version = key_of(values, inputs["domain[graph]"])
            self._record("knowledge_graph", letter, version, inputs)
        self._record_whole("knowledge_graph", inputs)

    def _find_communities(self, inputs: dict[str, str]) -> None:
        """Make one community per first letter of an even code: not of every type."""
        letters = {content[0] for content in self.documents.values() if ord(content[0]) % 2 == 0}
        self._forget("communities", set(self.heads["communities"]) - letters)
        for gone in set(self.heads["narratives"]) - letters:
            del self.heads["narratives"][gone]
        for letter in sorted(letters):
            own = (self.heads["knowledge_graph"][letter], inputs["settings[community]"])
            self._record("communities", letter, key_of(own), inputs)
        self._record_whole("communities", inputs)

    def _compute_parts(self, asset: str, parent: str, inputs: dict[str, str]) -> None:
        """Compute every part from the parent's part of the same name alone."""
        parts = self.heads[parent]
        self._forget(asset, set(self.provenance[asset]) - {"", *parts})
        every = input_name(parent, ALL)
        shared = {name: version for name, version in inputs.items() if name != every}
        for part, version in sorted(parts.items()):
            own = {parent: version, **shared}
            self._record(asset, part, key_of(asset, own), own)
        self._record_whole(asset, inputs)

    def _record_whole(self, asset: str, inputs: dict[str, str]) -> None:
        entries = self.provenance[asset]
        whole = merkle({t: entry.version for t, entry in entries.items() if t})
        self._record(asset, "", whole, inputs)
        del self.heads[asset][""]  # the whole is our own record, not an event

    def _forget(self, asset: str, types: Iterable[str]) -> None:
        for gone in types:
            self.heads[asset].pop(gone, None)
            self.provenance[asset].pop(gone, None)  # it may have been lost before
            self.made.pop((asset, gone), None)

    def _record(self, asset: str, partition: str, version: str, inputs: dict[str, str]) -> None:
        code = LINEAGE[asset].code_version
        entry = Provenance(version=version, code_version=code, inputs=inputs)
        wanted = self.current_inputs().get((asset, partition))
        self.provenance[asset][partition] = entry
        self.heads[asset][partition] = version
        self.made[asset, partition] = wanted
        self.computed.append((asset, partition))
