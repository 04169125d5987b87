"""The console as an application: its routes, made of the pages that are declared."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from console.web.acting.act_table import ACTS
from console.web.acting.answering import FormAnswers
from console.web.acting.form import Form as RecordingForm
from console.web.acting.pages import SIGNATURE
from console.web.acting.plain_act import ActAnswers
from console.web.acting.second_answers import SecondAnswers
from console.web.answering import Form, Refusal, answer, as_json, explained, refusal, signed_in
from console.web.entry.headers import OF_ASSETS, Guarded
from console.web.forms.form_table import FORMS
from console.web.frame.environment import assets, edition
from console.web.live.pulse import Pulse
from console.web.live.stream import LiveStream
from console.web.openapi import describe
from console.web.page import Page
from console.web.page_table import PAGES
from console.web.signing_in import ADDRESS, SigningIn
from console.web.site import Site

API: Final = "/api"


def application(site: Site, hosts: Sequence[str], pulse: Pulse) -> Starlette:
    """The console of a site, which answers to these names of this host."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pulse.beating():
            yield

    signing = SigningIn(site)
    routes = [
        Route(f"/assets/{edition()}/{{name}}", _asset, methods=["GET"]),
        Route(ADDRESS, signing.show, methods=["GET"]),
        Route(ADDRESS, signing.sign_in, methods=["POST"]),
        Route("/sign-out", signing.sign_out, methods=["POST"]),
        Route("/live", LiveStream(site, pulse).answer, methods=["GET"]),
        Route(f"{API}/openapi.json", partial(_described, site), methods=["GET"]),
        Route(SIGNATURE.address, SecondAnswers(site, SIGNATURE).send, methods=["POST"]),
        *(route for form in FORMS for route in _form_routes(site, form)),
        *(Route(act.address, ActAnswers(site, act).send, methods=["POST"]) for act in ACTS),
        *(route for page in PAGES for route in _routes(site, page)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guarded, hosts=hosts)],
        exception_handlers={HTTPException: partial(_refused, site), Exception: partial(_failed, site)},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address is one address
    return app


def addresses(page: Page) -> list[tuple[str, Form]]:
    """Where a page is, in each form: what has an ending comes first, or a name would swallow it."""
    root = "/home" if page.address == "/" else page.address
    found: list[tuple[str, Form]] = [(f"{root}.json", "json")]
    if page.is_list:
        found.append((f"{root}.csv", "csv"))
    found += [(f"{root}{ending}", ending) for ending in page.files]
    return [*found, (f"{API}{root}", "json"), (page.address, "html")]


def _routes(site: Site, page: Page) -> list[Route]:
    async def get(form: Form, request: Request) -> Response:
        return await run_in_threadpool(answer, site, page, form, request)

    return [Route(path, partial(get, form), methods=["GET"]) for path, form in addresses(page)]


def _form_routes(site: Site, form: RecordingForm) -> list[Route]:
    answers = FormAnswers(site, form)
    return [
        Route(form.address, answers.show, methods=["GET"]),
        Route(form.address, answers.send, methods=["POST"]),
    ]


async def _asset(request: Request) -> Response:
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    return Response(asset.content, media_type=asset.media_type, headers={"Cache-Control": OF_ASSETS})


async def _described(site: Site, request: Request) -> Response:
    session = await run_in_threadpool(signed_in, site, request)
    return as_json(describe(PAGES, API)) if session else as_json({"error": "sign in first, at /sign-in"}, 401)


async def _refused(site: Site, request: Request, error: Exception) -> Response:
    """What no page is at, or does not take what was sent."""
    assert isinstance(error, HTTPException)
    session = await run_in_threadpool(signed_in, site, request)
    words = {
        404: "There is nothing at this address. The rail on the left shows what there is.",
        405: "This address cannot be used like that.",
    }.get(error.status_code, str(error.detail))
    form: Form = "json" if _wants_json(request) else "html"
    title = "Not found" if error.status_code == 404 else "Refused"
    return refusal(site, session, form, Refusal(error.status_code, title, words))


async def _failed(site: Site, request: Request, error: Exception) -> Response:
    form: Form = "json" if _wants_json(request) else "html"
    return refusal(site, None, form, explained(error, request))


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith(f"{API}/") or request.url.path.endswith((".json", ".csv"))
