"""Claims a sign with the Python client that was generated from the service's OpenAPI document: claim.py URL EMAIL PASSWORD CODE PAGE."""

import sys

from generated import AuthenticatedClient, Client
from generated.api.claiming import claim_sign
from generated.api.commands import send_command
from generated.api.events import create_event
from generated.api.notifications import list_notifications
from generated.api.organizations import create_organization
from generated.api.sessions import sign_in
from generated.api.signs import list_signs
from generated.models import (
    ClaimRequest,
    ClaimResponse,
    ClaimSignResponse404,
    CommandResponse,
    CreateEventRequest,
    CreateOrganizationRequest,
    NotificationPage,
    PlainCommand,
    PlainCommandCommand,
    SignInRequest,
)

url, email, password, code, page = sys.argv[1:]
signed_in = sign_in.sync_detailed(client=Client(base_url=url), body=SignInRequest(email=email, password=password))
client = AuthenticatedClient(base_url=url, token=signed_in.headers["set-auth-token"], timeout=60)
organization = create_organization.sync(client=client, body=CreateOrganizationRequest(name="Opera"))
event = create_event.sync(
    id=organization.id, client=client, body=CreateEventRequest(name="Ball", time_zone="Europe/Vienna")
)


def claim(short_code):
    place = {"organization_id": organization.id, "event_id": event.id, "name": "Foyer", "location": "Hall 1"}
    return claim_sign.sync(client=client, body=ClaimRequest(**place, url=page, short_code=short_code))


# An error answer is an object with its code, not nothing.
unknown = claim("000000")
assert isinstance(unknown, ClaimSignResponse404), unknown
assert (unknown.code.value, unknown.status.value) == ("short_code_unknown", 404), unknown

claimed = claim(code)
assert isinstance(claimed, ClaimResponse), claimed
assert claimed.handshake.value == "acknowledged", claimed
signs = list_signs.sync(client=client, organization_id=organization.id).items
assert [sign.id for sign in signs] == [claimed.sign.id], signs

sent = send_command.sync(id=claimed.sign.id, client=client, body=PlainCommand(command=PlainCommandCommand.REFRESH))
assert isinstance(sent, CommandResponse), sent
assert isinstance(list_notifications.sync(client=client), NotificationPage)
print(f"Python: {claimed.sign.name} is claimed and was told to refresh")
