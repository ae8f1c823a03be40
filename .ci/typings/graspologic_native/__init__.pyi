from collections.abc import Sequence

def leiden(
    edges: Sequence[tuple[str, str, float]],
    *,
    seed: int,
    resolution: float = 1.0,
    iterations: int = 1,
    use_modularity: bool = True,
) -> tuple[float, dict[str, int]]: ...
