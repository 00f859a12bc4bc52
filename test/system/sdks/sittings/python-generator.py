"""A whole sitting, held with the Python client that OpenAPI Generator makes."""

import json
import sys
from uuid import UUID, uuid4

from sittings_generated import ApiClient, ApiException, Configuration
from sittings_generated.api import KnowledgeApi, MemoryApi, OnboardingApi, ResearchApi, ResponsesApi, SessionsApi
from sittings_generated.models import (
    AdvanceRequest,
    AdvanceSlice,
    AnswerInput,
    Failure,
    OfferInput,
    OnboardingTurn,
    OpenTurn,
    OriginalReference,
    Reference,
    ReviseInput,
    StartInput,
)

QUOTE = "there is a pump organ, walnut, with eleven stops of which seven answer"
FIRST, SECOND, THIRD = "The vox humana.", "The vox humana. It sounded like nobody I know. 🔔", "The tremulant."

given = json.loads(sys.argv[1])
client = ApiClient(Configuration(host=given["baseUrl"], access_token=given["token"]))
sessions = SessionsApi(client)
artist = UUID(given["artistId"])


def refusal(call):
    try:
        call()
    except ApiException as refused:
        assert isinstance(refused.data, Failure), refused
        return {"status": refused.status, "code": refused.data.code}
    raise AssertionError("nothing was refused")


session = sessions.start_interview_sitting(artist, StartInput(requestId=uuid4())).session
memory = MemoryApi(client).read_interview_memory(artist, sitting=session.sitting)
reference = OriginalReference(
    kind="original",
    sourceId="vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06",
    revision="916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6",
    start=164,
    end=234,
    quote=QUOTE,
)
offer = OfferInput(
    ordinal=1,
    memorySnapshotId=memory.snapshot_id,
    question="Seven of eleven stops answer. Which one do you miss?",
    references=[Reference(reference)],
)
asked = sessions.offer_interview_question(artist, session.id, offer).question
assert asked.references[0].actual_instance.quote == QUOTE
saved = sessions.save_interview_answer(artist, asked.id, AnswerInput(expectedRevision=asked.revision, answer=FIRST)).question


def revise(text):
    body = ReviseInput(expectedRevision=saved.revision, answer=text, note="In full.")
    return ResponsesApi(client).revise_interview_response(artist, saved.id, body)


revised = revise(SECOND).response.answer
stale = refusal(lambda: revise(THIRD))
finished = sessions.finish_interview_sitting(artist, session.id, {})
slices = 0
while slices < 100:
    ended = ResearchApi(client).advance_research(AdvanceRequest(artistId=artist)).actual_instance
    assert isinstance(ended, AdvanceSlice)
    if not ended.ran:
        break
    slices += 1
sources, pages, cursor, more = 0, 0, None, True
while more:
    page = KnowledgeApi(client).list_artist_sources(artist, limit=1, cursor=cursor)
    sources, pages, cursor = sources + len(page.sources), pages + 1, page.budget.next_cursor
    more = cursor is not None
refused = refusal(lambda: sessions.restore_interview(UUID(given["foreignId"])))
turn = OnboardingApi(client).take_onboarding_turn(artist, OnboardingTurn(OpenTurn(type="open")))
outcome = {
    "state": finished.session.state.value,
    "revised": revised,
    "stale": stale,
    "advanced": 0 < slices < 100,
    "pages": pages == sources and pages > 1,
    "refused": refused,
    "streamed": '"kind":"step"' in turn,
}
print(json.dumps(outcome))
