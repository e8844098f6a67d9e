"""A whole fight of the demo encounter at four screens, by clicking only. The dice are real ones, typed in."""

from __future__ import annotations

from tests.e2e.conftest import Sit
from tests.e2e.host import Host
from tests.e2e.seat import PHONE, Seat
from tests.e2e.under_way import TYPED


async def begin(gm: Seat, hagen: Seat, sela: Seat) -> None:
    """The GM starts; all roll. The order becomes Sela, Robber, Hagen, Ilva; Hagen and the robber are quick.
    In the end nothing more is to come: her turn is told one commit after the top bar says whose it is."""
    for seat in (hagen, sela):
        await seat.sees("Toll at the Bridge")
    await gm.reads("Hagen sits down")
    await gm.reads("Sela sits down")
    await gm.page.get_by_role("button", name="Start the fight").click()
    await gm.page.get_by_role("button", name="Do it", exact=True).click()
    everybody = ((hagen, "Hagen"), (sela, "Sela"), (gm, "Robber"), (gm, "Ilva"))
    for (seat, who), faces in zip(everybody, ([2, 3], [5, 5, 5, 5], [4, 4, 4], [1, 2]), strict=True):
        await seat.roll(faces, who)
    for (seat, who), faces in zip(everybody, ([5, 1, 1], [1, 1, 1, 1], [5, 1], [1, 1]), strict=True):
        await seat.roll(faces, who)
    for seat in (gm, hagen, sela):
        await seat.reads("Sela's turn")


async def everybody_passes(gm: Seat, hagen: Seat, sela: Seat) -> None:
    """Nobody reacts in this phase."""
    await hagen.choose("Pass")
    await sela.choose("Pass")
    await gm.choose("Pass", who="Ilva")


async def attack(seat: Seat, option: str, target: str, faces: list[int], who: str = "") -> None:
    """Attack with typed dice, up to the window."""
    await seat.choose(option, Target=target)
    await seat.roll(faces, who)


async def test_four_people_play_a_fight_to_the_last_robber(host: Host, sit: Sit) -> None:
    """Shield parry, protection, a ruling, parry, dodge, wounds, the end: all by clicks, seen on all four screens."""
    await host.lay(TYPED)
    await host.start()
    gm, hagen, spectator = await sit("gm"), await sit("hagen"), await sit("spectator", color_scheme="dark")
    sela = await sit("sela", size=PHONE, has_touch=True)
    await begin(gm, hagen, sela)

    await attack(sela, "Attack: Throwing knives", "Robber", [5, 5, 5, 1])
    await hagen.is_asked("React?")
    await hagen.choose("Pass")
    await gm.choose("Shield parry", who="Robber")
    await gm.roll([6, 1, 1], "Robber")
    await gm.is_asked("Use protection?")
    await gm.choose("Use protection", Units="Normal protection 1")
    await spectator.reads("Robber takes 1 wound, now 1")

    await sela.choose("Something else", What="Shout that the bridge burns")
    await gm.choose("Rule on the free act", Actions=1, Roll="none", Difficulty=0)
    await hagen.choose("Pass")
    await spectator.reads("Something else")
    await sela.choose("End turn")

    await gm.sees_turn("Robber")
    await attack(gm, "Attack: Club", "Hagen", [5, 5, 1, 1], "Robber")
    await hagen.choose("Parry: Long sword")
    await sela.choose("Pass")
    await hagen.roll([5, 1, 1, 1, 1])
    await hagen.is_asked("Use protection?")
    await hagen.choose("Use none")
    await spectator.reads("Hagen takes 1 wound, now 1")

    await attack(gm, "Attack: Club", "Hagen", [5, 1, 1, 1], "Robber")
    await hagen.choose("Dodge")  # no action is left: the bonus die that buys it is part of the answer
    await sela.choose("Pass")
    await hagen.roll([6, 1, 1, 1])
    await hagen.roll([2])  # the six explodes
    await spectator.reads("Hagen dodges: 1 success")
    await gm.choose("End turn")

    await hagen.sees_turn("Hagen")
    await attack(hagen, "Attack: Long sword", "Robber", [5, 5, 5, 5, 1])
    await sela.choose("Pass")
    await gm.is_asked("Use protection?")
    await gm.choose("Use none")
    await spectator.reads("Robber is dying")
    await hagen.choose("End turn")
    await gm.sees_turn("Ilva")
    await gm.choose("End turn")

    await everybody_passes(gm, hagen, sela)  # the end of the round
    await gm.roll([1, 1], "Robber")  # does the dying robber live on?
    await gm.sees("Round 2")
    await everybody_passes(gm, hagen, sela)  # the start of the next

    await sela.sees_turn("Sela")
    await sela.walk_towards("Ilva")
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Ilva")
    await attack(sela, "Attack: Throwing knives", "Ilva", [5, 5, 5, 5])
    await hagen.choose("Pass")
    await gm.choose("Pass", who="Ilva")
    await gm.choose("Use none")
    await spectator.reads("Ilva is dying")

    await gm.turn_to("Rulings")
    await gm.choose("End the fight")
    for seat in (gm, hagen, sela, spectator):
        await seat.reads("The fight is over.")
    await spectator.logs(await hagen.lines())
