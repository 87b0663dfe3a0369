"""What a review of the duel says, without its table."""


def exact_sentence(better: str, best: int, played: str, worth: int) -> str:
    """Return in a sentence what the better card has over what was played, with perfect play from then on."""
    return f"With perfect play from both sides {better} leads to {best} tricks, {played} to {worth}."
