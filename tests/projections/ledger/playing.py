"""A table that records play: selections, rounds on a link, settled wagers, and every step of an award."""

from __future__ import annotations

from events.vocabulary.awards import AwardDocumented, EnvyPaid, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.legs import PlainLeg
from events.vocabulary.links import PaymentCorrected, PaymentFound
from events.vocabulary.play import ProgressiveOpen, WagerSettled
from events.vocabulary.progressive import ProgressivePaid
from events.vocabulary.table import OptionSelected, PaytableSelected, ProgressiveOffered, SelectionsChanged
from tests.scenario import RULEBOOK, SIGNED, UNIT_MC
from tests.scenario_table import TableDesk

CENT_MC = 1_000
PAYTABLES = {"progressive": "A", "flush_bonus": "B"}


class PlayDesk(TableDesk):
    """A table whose link is `HCF`; its rounds offer these progressive wagers."""

    offered: tuple[str, ...] = ("progressive",)

    def selects(self, paytables=None, rulebook=RULEBOOK, **options):
        """The table's rules submission from now on."""
        value = self.records(
            SelectionsChanged(
                rulebook=rulebook,
                rulebook_sha256="0" * 64,
                submission="RS-1",
                paytables=tuple(
                    PaytableSelected(wager=wager, paytable=letter)
                    for wager, letter in (paytables or PAYTABLES).items()
                ),
                options=tuple(OptionSelected(option=name, value=value) for name, value in options.items()),
                wagers=("ante", "progressive"),
                progressives=tuple(
                    ProgressiveOffered(wager=wager, link="HCF", unit_wager_mc=UNIT_MC)
                    for wager in self.offered
                ),
                payout_limit_mc=None,
                minimum_wager_mc=UNIT_MC,
                boxes_per_player=1,
                authorised_by="pit-1",
                reason="updated",
                legs=(PlainLeg(link="HCF", leg=self.leg("HCF")),),
            )
        )
        self.selections_seq = self.seq
        return value

    def opens_round(self):
        """The next round, with the progressive wagers on offer."""
        offers = tuple(
            ProgressiveOpen(wager=wager, link="HCF", unit_wager_mc=UNIT_MC, legs_sent=0)
            for wager in self.offered
        )
        return super().opens_round(offers)

    def settles(self, seat, wager="ante", stake_mc=UNIT_MC, *, returned_mc=0, paid_mc=0, outcome=None):
        """The dealer settles a wager."""
        outcome = outcome or ("win" if paid_mc else "lose")
        return self.records(
            WagerSettled(
                seat=seat,
                wager=wager,
                outcome=outcome,
                stake_mc=stake_mc,
                returned_mc=returned_mc,
                paid_mc=paid_mc,
                paid_from="table_inventory" if paid_mc else None,
            )
        )

    def verifies_light(self, seat, wager="progressive", *, lit=True):
        """The dealer looks at the light."""
        return self.records(
            ProgressiveLightVerified(seat=seat, wager=wager, lit=lit, verified_by="dealer-17")
        )

    def documents(self, seat, claim_seq, *, cards_remained=True):
        """The papers are completed."""
        return self.records(
            AwardDocumented(
                seat=seat,
                wager="progressive",
                claim_seq=claim_seq,
                document="JP-7",
                cards_remained=cards_remained,
                documented_by="floor-3",
            )
        )

    def validates_fixed(self, seat, amount_mc, hand="five_card_straight_flush"):
        """A floorperson validates a fixed award."""
        return self.records(
            FixedAwardValidated(
                seat=seat, wager="progressive", hand=hand, amount_mc=amount_mc, validated_by="floor-3"
            )
        )

    def pays_envy(self, seat, holder, amount_mc, hand="royal_flush"):
        """An Envy Bonus is paid."""
        return self.records(EnvyPaid(seat=seat, holder_seat=holder, hand=hand, amount_mc=amount_mc))

    def pays_for_nothing(self, amount_mc, slip="", *, link="NONE", seat=1):
        """Cash in the name of a link that the table never fed: the recorder gives it no leg."""
        return self.records(
            ProgressivePaid(
                link=link,
                leg=0,
                claim_seq=1,
                seat=seat,
                amount_mc=amount_mc,
                paid_from="cage",
                paid_by="cage-1",
                slip=slip,
            )
        )

    def mends(self, payment_seq, outcome, left_mc, *, kind="payment", wager="", link="NONE", amount_mc=None):
        """Two people mend a payment, of which so much was left."""
        return self.records(
            PaymentCorrected(
                signed_by=SIGNED,
                reason="entered twice",
                table=self.owner,
                payment_seq=payment_seq,
                outcome=outcome,
                amount_mc=amount_mc,
                document="V-1",
                found=PaymentFound(
                    kind=kind, wager=wager, link=link if kind == "payment" else "", left_mc=left_mc
                ),
            )
        )
