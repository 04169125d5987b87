"""Every event type, by theme; importing this package fills `events.body.TYPES`.

| module | holds |
|---|---|
| `terms` | kinds of field that several themes share |
| `legs` | what a table sends to its links |
| `table` | tables opened and closed, selections, approvals, signs |
| `players` | seats, boxes, game accounts |
| `cards` | decks before the deal: receipt, inspection, shuffle, cut |
| `dealing` | cards on their way to the layout, the stub |
| `play` | rounds, wagers, decisions, hands, settlement |
| `irregularities` | what went wrong and how it was ruled, devices |
| `awards` | the steps of an award beside its amount, envy, draws |
| `progressive` | progressive wagers, claims, awards, voids |
| `links` | control of a link: terms, adjustments, transfers, the day's end |
| `meters` | what the keeper of a link decided |
| `award_records` | what the keeper of a link decided about awards and cash |
| `transfers` | what two keepers decided on money between their links |
| `badges` | the register of badges: who is who |
| `desk` | resumptions, day marks, readings, refusals |
| `cases` | a player's claim, what was looked at, its decision, what was paid by it |
| `vault` | what was disclosed or forgotten of who players are |
| `marks` | marks of the router about the streams it reads |
| `findings` | what the examiner found |
| `unions` | families of bodies that folds match on |
"""

from events.vocabulary import (
    award_records,
    awards,
    badges,
    cards,
    cases,
    dealing,
    desk,
    findings,
    irregularities,
    links,
    marks,
    meters,
    play,
    players,
    progressive,
    table,
    transfers,
    vault,
)

THEMES = (
    table,
    players,
    cards,
    play,
    dealing,
    irregularities,
    awards,
    progressive,
    links,
    meters,
    award_records,
    transfers,
    badges,
    desk,
    cases,
    vault,
    marks,
    findings,
)
"""The modules in the order in which the documentation shows them."""
