"""Properties here are the same in every run and know no clock: a slow machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same_every_time", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same_every_time")
