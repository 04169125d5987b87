"""Two cards against two cards on one board, the first of each kind that x.6(b) of the poker games names, the
second of the next kind below: what the ranking is worth is seen in what is paid.
"""

KINDS_ON_A_BOARD = [
    ("(b)(1)", "As Ks", "8s 3c", "Qs Js Ts 9s 2d"),  # a royal flush, a straight flush
    ("(b)(2)", "Js Ts", "7c 2d", "9s 8s 7s 7d 7h"),  # a straight flush, four sevens
    ("(b)(3)", "9h 9c", "4s Ah", "9s 9d 4h 4c 2d"),  # four nines, a full house
    ("(b)(4)", "9c Kd", "Ah 3h", "Kh 9h 4h 9d 2c"),  # a full house, a flush
    ("(b)(5)", "4h 3h", "Ts 9s", "8h 7h 2h 6c Kd"),  # a flush to the eight, a straight
    ("(b)(6)", "Tc 9c", "Kc Ks", "8c 7d 2h 6s Kd"),  # a straight, three kings
    ("(b)(7)", "2c 2s", "Kc Jc", "8c 7d 2h Js Kd"),  # three twos, kings and jacks
    ("(b)(8)", "7c 2s", "Ac Ad", "8c 7d 2h Js Kd"),  # sevens and twos, aces
    ("(b)(9)", "2c 3s", "Ac Qd", "8c 7d 2h Js Kd"),  # twos, no pair
    ("(a)", "Ac 2d", "Kc Kh", "3c 4d 5h Ks 9d"),  # ace to five is a straight, and beats three kings
    ("(a)", "9c 5h", "Ac 4d", "Qc Kd 2h 3s 9d"),  # queen to three is none: nines beat an ace
    ("(c)", "Kc 2d", "Qc Td", "8c 7d 5h 3s Ad"),  # both have the ace: the king decides
]
