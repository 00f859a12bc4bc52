// A whole sitting, held with the client that oapi-codegen makes.
package main

import (
	"context"
	"net/http"

	sittings "github.com/sittings/client"

	"github.com/google/uuid"
)

func main() {
	input := readGiven()
	ctx := context.Background()
	authorize := sittings.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+input.Token)
		return nil
	})
	client := must(sittings.NewClientWithResponses(input.BaseURL, authorize))
	artist := uuid.MustParse(input.ArtistID)
	hold(input, calls{
		start: func(requestID string) (string, int32) {
			body := sittings.StartInput{RequestId: uuid.MustParse(requestID)}
			session := must(client.StartInterviewSittingWithResponse(ctx, artist, body)).JSON200.Session
			return session.Id.String(), session.Sitting
		},
		memory: func(sitting int32) string {
			params := sittings.ReadInterviewMemoryParams{Sitting: &sitting}
			return must(client.ReadInterviewMemoryWithResponse(ctx, artist, &params)).JSON200.SnapshotId
		},
		offer: func(sessionID, snapshotID string) question {
			var reference sittings.Reference
			check(reference.FromOriginalReference(sittings.OriginalReference{
				Kind: sittings.OriginalReferenceKindOriginal, SourceId: sourceID, Revision: sourceRevision, Start: quoteStart, End: quoteEnd, Quote: quote,
			}))
			references := []sittings.Reference{reference}
			body := sittings.OfferInput{Ordinal: 1, MemorySnapshotId: snapshotID, Question: asking, References: references}
			return seen(must(client.OfferInterviewQuestionWithResponse(ctx, artist, uuid.MustParse(sessionID), body)).JSON200)
		},
		answer: func(questionID, revision, answer string) question {
			body := sittings.AnswerInput{ExpectedRevision: revision, Answer: &answer}
			return seen(must(client.SaveInterviewAnswerWithResponse(ctx, artist, uuid.MustParse(questionID), body)).JSON200)
		},
		revise: func(questionID, revision, answer, note string) (string, *refusal) {
			body := sittings.ReviseInput{ExpectedRevision: revision, Answer: answer, Note: &note}
			params := sittings.ReviseInterviewResponseParams{}
			reply := must(client.ReviseInterviewResponseWithResponse(ctx, artist, uuid.MustParse(questionID), &params, body))
			if reply.JSON200 == nil {
				return "", &refusal{reply.StatusCode(), reply.JSON409.Code}
			}
			return reply.JSON200.Response.Answer, nil
		},
		finish: func(sessionID string) string {
			body := sittings.FinishInput{}
			reply := must(client.FinishInterviewSittingWithResponse(ctx, artist, uuid.MustParse(sessionID), body))
			return string(reply.JSON200.Session.State)
		},
		advance: func() bool {
			body := sittings.AdvanceRequest{ArtistId: &artist}
			return must(must(client.AdvanceResearchWithResponse(ctx, body)).JSON200.AsAdvanceSlice()).Ran
		},
		sources: func(cursor *string) (int, *string) {
			limit := int32(1)
			params := sittings.ListArtistSourcesParams{Limit: &limit, Cursor: cursor}
			page := must(client.ListArtistSourcesWithResponse(ctx, artist, &params)).JSON200
			return len(page.Sources), page.Budget.NextCursor
		},
		restore: func(artistID string) *refusal {
			reply := must(client.RestoreInterviewWithResponse(ctx, uuid.MustParse(artistID)))
			return &refusal{reply.StatusCode(), reply.JSON403.Code}
		},
		turn: func() string {
			var turn sittings.OnboardingTurn
			check(turn.FromOpenTurn(sittings.OpenTurn{Type: sittings.OpenTurnTypeOpen}))
			return string(must(client.TakeOnboardingTurnWithResponse(ctx, artist, turn)).Body)
		},
	})
}

func seen(saved *sittings.SavedQuestion) question {
	asked := saved.Question
	return question{asked.Id.String(), asked.Revision, must(asked.References[0].AsOriginalReference()).Quote}
}
