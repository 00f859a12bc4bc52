"""A whole sitting, held with the client that openapi-python-client makes."""

import json
import sys
from uuid import UUID, uuid4

from sittings_client import AuthenticatedClient
from sittings_client.api.knowledge import list_artist_sources
from sittings_client.api.memory import read_interview_memory
from sittings_client.api.onboarding import take_onboarding_turn
from sittings_client.api.research import advance_research
from sittings_client.api.responses import revise_interview_response
from sittings_client.api.sessions import (
    finish_interview_sitting,
    offer_interview_question,
    restore_interview,
    save_interview_answer,
    start_interview_sitting,
)
from sittings_client.models import (
    AdvanceRequest,
    AdvanceSlice,
    AnswerInput,
    Failure,
    FinishInput,
    InterviewMemory,
    InterviewState,
    OfferInput,
    OpenTurn,
    OpenTurnType,
    OriginalReference,
    OriginalReferenceKind,
    ReadResponse,
    ReviseInput,
    SavedQuestion,
    Session,
    SourceList,
    StartedSitting,
    StartInput,
)
from sittings_client.types import UNSET

QUOTE = "there is a pump organ, walnut, with eleven stops of which seven answer"
FIRST, SECOND, THIRD = "The vox humana.", "The vox humana. It sounded like nobody I know. 🔔", "The tremulant."

given = json.loads(sys.argv[1])
client = AuthenticatedClient(base_url=given["baseUrl"], token=given["token"], timeout=90)
artist = UUID(given["artistId"])


def held(answer, kind):
    assert isinstance(answer.parsed, kind), answer
    return answer.parsed


def refusal(answer):
    return {"status": int(answer.status_code), "code": str(held(answer, Failure).code)}


started = held(start_interview_sitting.sync_detailed(artist, client=client, body=StartInput(request_id=uuid4())), StartedSitting)
session = started.session
memory = held(read_interview_memory.sync_detailed(artist, client=client, sitting=session.sitting), InterviewMemory)
reference = OriginalReference(
    kind=OriginalReferenceKind.ORIGINAL,
    source_id="vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06",
    revision="916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6",
    start=164,
    end=234,
    quote=QUOTE,
)
offer = OfferInput(
    ordinal=1,
    memory_snapshot_id=memory.snapshot_id,
    question="Seven of eleven stops answer. Which one do you miss?",
    references=[reference],
)
asked = held(offer_interview_question.sync_detailed(artist, session.id, client=client, body=offer), SavedQuestion).question
assert asked.references[0].quote == QUOTE
answer = AnswerInput(expected_revision=asked.revision, answer=FIRST)
saved = held(save_interview_answer.sync_detailed(artist, asked.id, client=client, body=answer), SavedQuestion).question


def revise(text):
    body = ReviseInput(expected_revision=saved.revision, answer=text, note="In full.")
    return revise_interview_response.sync_detailed(artist, saved.id, client=client, body=body)


revised = held(revise(SECOND), ReadResponse).response.answer
stale = refusal(revise(THIRD))
finished = held(finish_interview_sitting.sync_detailed(artist, session.id, client=client, body=FinishInput()), InterviewState)
assert isinstance(finished.session, Session)
slices = 0
while slices < 100 and held(advance_research.sync_detailed(client=client, body=AdvanceRequest(artist_id=artist)), AdvanceSlice).ran:
    slices += 1
sources, pages, cursor = 0, 0, UNSET
while cursor is not None:
    page = held(list_artist_sources.sync_detailed(artist, client=client, limit=1, cursor=cursor), SourceList)
    sources, pages, cursor = sources + len(page.sources), pages + 1, page.budget.next_cursor
refused = refusal(restore_interview.sync_detailed(UUID(given["foreignId"]), client=client))
turn = take_onboarding_turn.sync_detailed(artist, client=client, body=OpenTurn(type_=OpenTurnType.OPEN))
outcome = {
    "state": str(finished.session.state),
    "revised": revised,
    "stale": stale,
    "advanced": 0 < slices < 100,
    "pages": pages == sources and pages > 1,
    "refused": refused,
    "streamed": '"kind":"step"' in turn.content.decode(),
}
print(json.dumps(outcome))
