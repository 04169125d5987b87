"""Rounds as documents: a page for the browser, a report as PDF, hand histories for other programs."""
