"""Models from the hub, through Hugging Face's client and into its cache."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from relviz.checkpoints.formats.hugging_face import CONFIG, WEIGHTS
from relviz.errors import Cancelled, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from relviz.checkpoints.watch import IsCancelled, Progress

NEEDED = (
    (CONFIG,),
    ("vocab.json", "vocab.bin", "vocab.pkl", "vocab.txt"),
    ("tokenizer.json", "spiece.model"),
    ("tokenizer_config.json",),
    ("MODEL_CARD.md", "README.md"),
    WEIGHTS,
)
"""Files that relviz reads, small ones first; of each group the first that there is, and nothing else."""


@dataclass(frozen=True)
class Snapshot:
    """A repository as it was at a commit, in the local cache.

    Attributes:
        repo: its name, ``OWNER/NAME``.
        path: the folder, which ``load_model`` opens.
        commit: the full hash; what is fetched does not change under it.
        files: names of the files that relviz reads.
        bytes: their size together.
    """

    repo: str
    path: Path
    commit: str
    files: tuple[str, ...]
    bytes: int

    @classmethod
    def of(cls, repo: str, path: Path) -> Snapshot:
        """Describe a folder of the cache."""
        files = needed(entry.name for entry in path.iterdir())
        return cls(repo, path, path.name, files, sum((path / name).stat().st_size for name in files))


def get(
    repo: str,
    revision: str | None = None,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Snapshot:
    """Fetch what relviz needs of a repository, and pin the commit; what is in the cache is not fetched again.

    In offline mode (``HF_HUB_OFFLINE``) nothing is asked for, and what is in the cache is returned.

    Args:
        repo: ``OWNER/NAME``.
        revision: a branch, a tag or a commit; the main branch if None.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked before each piece of some megabytes.

    Raises:
        ModelError: there is no such repository or revision, it has no model, it may not be read, or the hub cannot be
            reached.
        Cancelled: ``is_cancelled`` said so; files that were complete stay in the cache.
    """
    from huggingface_hub import HfApi, constants, hf_hub_download  # noqa: PLC0415 # slow to load, needed by few

    if constants.HF_HUB_OFFLINE:
        path = cached_snapshot(repo, revision)
        if path is None:
            raise ModelError("{0} is not in the cache, and offline mode is on: unset HF_HUB_OFFLINE to fetch it.", repo)
        return Snapshot.of(repo, path)

    total = done = 0

    def tell(count: int) -> None:
        if is_cancelled and is_cancelled():
            raise Cancelled("Fetching the model was cancelled.")
        if progress and total:
            progress(min(1.0, (done + count) / total))

    def fetch(name: str, at: str | None) -> Path:
        tell(0)
        with _plain_http():
            found: str = hf_hub_download(
                repo, name, revision=at, library_name="relviz", tqdm_class=_bar(tell), endpoint=constants.ENDPOINT
            )
        return Path(found)

    with _in_one_sentence(repo, revision):
        tell(0)
        # asked first, since it says at once if there is no connection, which the download tries for half a minute
        info = HfApi(endpoint=constants.ENDPOINT, library_name="relviz").model_info(
            repo, revision=revision, files_metadata=True, timeout=constants.HF_HUB_ETAG_TIMEOUT
        )
        sizes = {file.rfilename: file.size or 0 for file in info.siblings or []}
        files = needed(sizes)
        if CONFIG not in files:
            raise ModelError("{0} has no {1}, so relviz does not know what it holds.", repo, CONFIG)
        if not set(files) & set(WEIGHTS):
            raise ModelError("{0} has neither {1} nor {2}, which is what relviz opens.", repo, *WEIGHTS)
        total = sum(sizes[name] for name in files)
        for name in files:
            # one of them by the revision's name, so that the cache learns which commit it stands for
            folder = fetch(name, revision if name == CONFIG else info.sha).parent
            if folder.name != info.sha:
                raise ModelError("{0} was changed while it was being fetched: fetch it again.", repo)
            done += sizes[name]
            tell(0)
    return Snapshot.of(repo, folder)


def cached_snapshot(repo: str, revision: str | None = None) -> Path | None:
    """Return the folder of a repository in the local cache, None if no model of that name is there; asks nobody."""
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415
    from huggingface_hub.errors import HFValidationError  # noqa: PLC0415

    try:
        found = try_to_load_from_cache(repo, CONFIG, revision=revision)
    except HFValidationError:
        return None
    folder = Path(found).parent if isinstance(found, str) else None
    return folder if folder and any((folder / name).is_file() for name in WEIGHTS) else None


def repository_of(folder: Path) -> str | None:
    """Return the name of the repository that a folder of the cache holds a snapshot of, None for other folders."""
    home = folder.parent.parent
    if folder.parent.name != "snapshots" or not home.name.startswith("models--"):
        return None
    return home.name.removeprefix("models--").replace("--", "/")


def needed(names: Iterable[str]) -> tuple[str, ...]:
    """Return which of the files in a repository relviz reads."""
    there = set(names)
    first = (next((name for name in group if name in there), None) for group in NEEDED)
    return tuple(name for name in first if name is not None)


def _bar(tell: Callable[[int], None]) -> type:
    """Return what the client takes for a progress bar: as much of tqdm as it uses."""

    class Bar:
        def __init__(self, *_: object, initial: int = 0, **__: object) -> None:
            self.count = initial

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def update(self, count: int = 1) -> None:
            self.count += count
            tell(self.count)

    return Bar


@contextmanager
def _plain_http() -> Iterator[None]:
    """Fetch over plain HTTP, whatever else is installed.

    WORKAROUND: with hf_xet the bar is told from a thread of its own, where an exception does not stop the transfer, so
    that it could not be cancelled (``xet_get`` in huggingface_hub).
    """
    from huggingface_hub import constants  # noqa: PLC0415

    before, constants.HF_HUB_DISABLE_XET = constants.HF_HUB_DISABLE_XET, True
    try:
        yield
    finally:
        constants.HF_HUB_DISABLE_XET = before


@contextmanager
def _in_one_sentence(repo: str, revision: str | None) -> Iterator[None]:
    """Turn what the client raises into one sentence that says what to do."""
    from huggingface_hub import constants, errors  # noqa: PLC0415

    # the HTTP library's own error, and that library is not the same one in all releases
    network = cast("type[Exception]", errors.HfHubHTTPError.__bases__[0])
    try:
        yield
    except errors.HFValidationError as error:
        raise ModelError("{0!r} is no name of a hub repository: give OWNER/NAME.", repo) from error
    except errors.GatedRepoError as error:
        raise ModelError(
            "{0} is open only to those who accept its terms: do so on its page, then log in with `hf auth login`.", repo
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise ModelError(
            "There is no model {0} on the hub, or it is private: check the name, or log in with `hf auth login`.", repo
        ) from error
    except errors.RevisionNotFoundError as error:
        raise ModelError("{0} has no revision {1}: check the name of the branch or tag.", repo, revision) from error
    except errors.LocalEntryNotFoundError as error:
        raise _unreachable(constants.ENDPOINT, error.__cause__ or error) from error
    except (errors.HfHubHTTPError, network) as error:
        raise _unreachable(constants.ENDPOINT, error) from error
    except OSError as error:
        raise ModelError("{0} cannot be fetched ({1}): try again.", repo, _first_line(error)) from error


def _unreachable(endpoint: str, error: BaseException) -> ModelError:
    return ModelError(
        "The hub at {0} cannot be reached ({1}): check the connection and try again.", endpoint, _first_line(error)
    )


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".:") if text else type(error).__name__
