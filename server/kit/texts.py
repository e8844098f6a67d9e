"""What the kit refuses: code -> sentence, English and German. A system takes all of them over into its own:
`TEXTS = {**kit.TEXTS, "not_your_turn": …}`."""

TEXTS: dict[str, str] = {}

GERMAN: dict[str, str] = {}
