"""How each game is played at a table of the floor: one module a game, with a `PLAY` in it.

To add a game, write a module with a `PLAY`, the table of `floor.play.play.Play`; `registry` finds it.
`high_card_flush` is the pattern; what most games have alike is `Play`'s default. Up to the players' first
look `complete` may be begun again where it was interrupted: an irregularity need not end a round.
`complete(round_)` is where the game is:

1. `round_.deal_hands()`; where streets lie between, `round_.deal(…)` so many movements at a time,
   `round_.take_up()` to give the seats their cards, `round_.discard_stub()` after the last card.
2. Each decision: set `seat.decision` as `games` describes it, and record it by `round_.decide(…)`; a
   hand that is given up, by `round_.give_up(…)`. Ask only the seats of `round_.staying()`.
3. `round_.reveal("dealer")`, then `round_.judge()`: it asks `games` what is due and in which order. Extra
   fields of `games.settlement.Round` go into `round_.extras` before.
4. For each turn of that order `yield from settle_seat(round_, seat, wagers)`: it knows about awards and waits
   for meters; `turns` knows which is a seat's last (both in `floor.round.settling`). `round_.reveal`,
   `round_.show` for cards that all share, and `round_.collect` where x.11 has them, until every card is in
   the rack.

Facts that only this game has are recorded by `round_.table.record(type, by, field=…)`; time is spent by
`table.takes_about(us)`. Never draw from anything but `table.rng`; never read a clock.
"""
