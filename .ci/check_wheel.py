"""Look into a wheel: what has to be in it, and what must not."""

import sys
import zipfile

NEEDED = [
    "relviz/py.typed",
    "relviz/resources/models/en-small/MODEL_CARD.md",
    "relviz/resources/models/en-small/config.json",
    "relviz/resources/models/en-small/model.safetensors",
    "relviz/resources/models/en-small/tokenizer.json",
    "relviz/resources/models/zh-small/MODEL_CARD.md",
    "relviz/resources/models/zh-small/model.safetensors",
    *(
        f"relviz/resources/models/lab-{scheme}/model.safetensors"
        for scheme in ("restart", "count", "learned", "shaw", "xl", "none", "alibi", "rotary", "t5")
    ),
    "relviz/resources/lab/held_out.txt",
    "relviz/resources/passages/SOURCES.md",
    "relviz/resources/passages/en/eb1911_alphabet.txt",
    "relviz/resources/passages/en/f-scott-fitzgerald_the-great-gatsby.txt",
    "relviz/resources/passages/en/h-g-wells_the-war-of-the-worlds.txt",
    "relviz/resources/passages/en/us-gov_18f-blog-2020.txt",
    "relviz/resources/passages/zh/luxun_huagaiji-xubian-de-xubian.txt",
    "relviz/resources/passages/zh/luxun_yecao.txt",
    "relviz/resources/texts/SOURCES.md",
    "relviz/resources/texts/sample_en.txt",
    "relviz/resources/i18n/relviz_zh.qm",
    "relviz/resources/icons/relviz.svg",
    "share/applications/io.github.relviz.desktop",
    "share/icons/hicolor/scalable/apps/relviz.svg",
    "entry_points.txt",
    "LICENSE",
]
UNWANTED = ["tests/", "resources/pictures/", ".ci/", "__pycache__", "checkpoint.pt"]


def main(path: str) -> None:
    """Print what is wrong with the wheel, and exit with 1 if anything is."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        size = sum(info.compress_size for info in wheel.infolist())
    faults = [f"lacks {name}" for name in NEEDED if not any(there.endswith(name) for there in names)]
    faults += [f"holds {there}" for there in names for name in UNWANTED if name in there]
    sys.stdout.write("\n".join([f"{len(names)} files, {size / 1e6:.1f} MB", *faults]) + "\n")
    sys.exit(bool(faults))


main(sys.argv[1])
