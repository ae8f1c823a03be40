"""Every document of a seat, and what the guards say of it.

Nothing is searched for: every document of the seat's folder is read, looked through and told of.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from sift_assets.core.decisions.kinds import Kind, decision_versions
from sift_assets.core.planning.ignoring import ignored_by
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.planning.state import Facts
from sift_assets.core.promotion.candidates import ORG_WORK, LookedThrough, root_of
from sift_assets.core.promotion.guards import Grounds, guarded
from sift_assets.core.promotion.near_duplicates import Refused, folded
from sift_assets.core.promotion.records import Candidate, CandidateSet, Root
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.files import hash_file
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.looking_through import Looking, Scanner
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.progress import step_done
from sift_assets.workflows.seat_look import SeatLook, look_at_seat
from sift_assets.workflows.seat_values import seat_outcome


def assess_candidates(
    workspace: Workspace,
    seat: Seat,
    reader: ReaderProcess,
    *,
    refusals: Iterable[Refused],
    delivered: Collection[str],
    look: SeatLook | None = None,
    scanner: Scanner | None = None,
) -> Outcome:
    """Put every document of a seat before the guards.

    Args:
        workspace: Central.
        seat: The seat.
        reader: The child process that reads files.
        refusals: In force, of this seat.
        delivered: Contents that are in Central.
        look: What the seat's folder holds, where somebody has just looked.
        scanner: Instead of the one that is installed.

    Raises:
        MissingEngineError: detect-secrets is not installed; nothing leaves a seat unscanned.
        ProjectError: The folder is missing or cannot be looked at. Nothing is concluded from it.
        ConfigError: It is not apart from other folders.
    """
    opened, key = seat_workspace(workspace, seat), PromotionKey(workspace.root)
    looking = Looking(opened, key, reader, scanner or _installed(key))
    look = look or look_at_seat(workspace, seat)
    grounds = Grounds(
        autonomy=seat.autonomy, refusals=tuple(refusals), delivered=frozenset(delivered)
    )
    candidates: list[Candidate] = []
    unseen = look.unseen
    with opened.store.together():
        for document, content in look.documents.items():
            found = looking.through(document, content)
            step_done()
            if found is not None:
                candidates.append(guarded(_candidate(key, seat, document, found), grounds))
                unseen += found.passing
    value = CandidateSet(seat=seat.name, candidates=tuple(candidates), unseen=unseen)
    hit = opened.store.is_sound(value.content_hash())
    version = opened.store.put(value.to_bytes())
    inputs = _inputs(workspace, look.version)
    return seat_outcome("promotion_candidates", seat, version, inputs, _facts(value), hit=hit)


def candidate_again(
    workspace: Workspace,
    seat: Seat,
    document: str,
    reader: ReaderProcess,
    grounds: Grounds,
    scanner: Scanner | None = None,
) -> Candidate | None:
    """Put one document of a seat before the guards, as it is now; None when it is gone.

    Args:
        workspace: Central.
        seat: The seat.
        document: Its key.
        reader: The child process that reads files.
        grounds: What the guards know beside it.
        scanner: Instead of the one that is installed.

    Raises:
        MissingEngineError: detect-secrets is not installed.
        ConfigError: The seat's folder is not apart from other folders.
    """
    opened, key = seat_workspace(workspace, seat), PromotionKey(workspace.root)
    file = opened.document_file(document)
    try:
        content = hash_file(file)
    except OSError:
        return None
    if not opened.is_inside(file):  # a link that leads out of the folder is no document
        return None
    found = Looking(opened, key, reader, scanner or _installed(key)).through(document, content)
    return found and guarded(_candidate(key, seat, document, found), grounds)


def _candidate(key: PromotionKey, seat: Seat, document: str, found: LookedThrough) -> Candidate:
    """Return a document as it comes before the guards."""
    path, roots = document_path(document), seat.roots
    return Candidate(
        id=key.opaque("candidate", seat.name, document),
        document=document,
        content=found.content,
        text=found.text,
        characters=found.characters,
        tags=found.tags,
        root=root_of(
            personal=found.personal or _lies_in(path, roots.personal),
            org_work=ORG_WORK in found.tags or _lies_in(path, roots.org_work),
        ),
        signature=found.signature,
        scan=found.scan,
        detail=found.lacking,
    )


def _installed(key: PromotionKey) -> Scanner:
    from sift_assets.resources.secret_scanner import SecretScanner  # some hundred patterns

    return SecretScanner(key)


def _lies_in(path: str, globs: Iterable[str]) -> bool:
    """Say whether a path, or a folder that it lies in, is meant by a glob, whatever the case."""
    names, patterns = folded(path).split("/"), [folded(glob) for glob in globs]
    return any(
        ignored_by("/".join(names[:depth]), patterns, folder=depth < len(names))
        for depth in range(1, len(names) + 1)
    )


def _inputs(workspace: Workspace, documents: str) -> dict[str, str]:
    stages, decided = workspace.stage_versions, decision_versions(workspace.decisions_by_kind)
    return {
        "seat_documents": documents,
        input_name("settings", Stage.READER): stages[str(Stage.READER)],
        input_name("settings", Stage.PROMOTION): stages[str(Stage.PROMOTION)],
        input_name("decisions", Kind.PROMOTIONS): decided[str(Kind.PROMOTIONS)],
    }


def _facts(value: CandidateSet) -> Facts:
    skipped = Counter(str(one.skip) for one in value.candidates if one.skip)
    personal = sum(one.root is Root.PERSONAL for one in value.candidates)
    facts: Facts = {
        "documents": len(value.candidates),
        "passed": len(value.candidates) - skipped.total(),
        "personal": personal,
        "unseen": value.unseen,
        **{f"skip {reason}": count for reason, count in sorted(skipped.items())},
    }
    return facts | ({INCOMPLETE: True} if value.unseen else {})
