"""How alike the pictures of a pair are, in words."""

from genmu_studio.pair_comparison import PairSimilarity
from ui.numbers import NONE

Rows = tuple[tuple[str, str], ...]


def rows_of(found: PairSimilarity) -> Rows:
    """Return (name, value) of what was measured of a pair, for an inspector."""
    if found.identical:
        return (("pictures", "identical, pixel by pixel"), ("SSIM", _ssim(found)), ("PSNR", "∞ dB"))
    rows = (("SSIM", _ssim(found)), ("PSNR", _psnr(found)))
    return (*rows, ("pictures", found.reason)) if found.reason else rows


def line_of(found: PairSimilarity) -> str:
    """Return it in one line."""
    if found.identical:
        return "identical pictures"
    known = [("SSIM", found.ssim, _ssim(found)), ("PSNR", found.psnr_db, _psnr(found))]
    return " · ".join(f"{name} {words}" for name, value, words in known if value is not None)


def _ssim(found: PairSimilarity) -> str:
    return NONE if found.ssim is None else f"{found.ssim:.3f}".replace("-", "−")


def _psnr(found: PairSimilarity) -> str:
    return NONE if found.psnr_db is None else f"{found.psnr_db:.1f} dB"
