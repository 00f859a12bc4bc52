// A whole sitting, held with the Go client that OpenAPI Generator makes.
package main

import (
	"context"
	"errors"
	"net/http"

	sittings "github.com/sittings/client"
)

func main() {
	input := readGiven()
	configuration := sittings.NewConfiguration()
	configuration.Servers = sittings.ServerConfigurations{{URL: input.BaseURL}}
	client := sittings.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), sittings.ContextAccessToken, input.Token)
	artist := input.ArtistID
	hold(input, calls{
		start: func(requestID string) (string, int32) {
			body := *sittings.NewStartInput(requestID)
			session := answered(client.SessionsAPI.StartInterviewSitting(ctx, artist).StartInput(body).Execute()).Session
			return session.Id, session.Sitting
		},
		memory: func(sitting int32) string {
			return answered(client.MemoryAPI.ReadInterviewMemory(ctx, artist).Sitting(sitting).Execute()).SnapshotId
		},
		offer: func(sessionID, snapshotID string) question {
			cited := sittings.NewOriginalReference("original", sourceID, sourceRevision, quoteStart, quoteEnd, quote)
			references := []sittings.Reference{sittings.OriginalReferenceAsReference(cited)}
			body := *sittings.NewOfferInput(1, snapshotID, asking, references)
			return seen(answered(client.SessionsAPI.OfferInterviewQuestion(ctx, artist, sessionID).OfferInput(body).Execute()))
		},
		answer: func(questionID, revision, answer string) question {
			body := *sittings.NewAnswerInput(revision, *sittings.NewNullableString(&answer))
			return seen(answered(client.SessionsAPI.SaveInterviewAnswer(ctx, artist, questionID).AnswerInput(body).Execute()))
		},
		revise: func(questionID, revision, answer, note string) (string, *refusal) {
			body := *sittings.NewReviseInput(revision, answer)
			body.SetNote(note)
			call := client.ResponsesAPI.ReviseInterviewResponse(ctx, artist, questionID).ReviseInput(body)
			revised, response, err := call.Execute()
			if err != nil {
				return "", refused(response, err)
			}
			return revised.Response.Answer, nil
		},
		finish: func(sessionID string) string {
			call := client.SessionsAPI.FinishInterviewSitting(ctx, artist, sessionID).Body(map[string]any{})
			return string(answered(call.Execute()).Session.Get().State)
		},
		advance: func() bool {
			body := *sittings.NewAdvanceRequest()
			body.SetArtistId(artist)
			return answered(client.ResearchAPI.AdvanceResearch(ctx).AdvanceRequest(body).Execute()).AdvanceSlice.Ran
		},
		sources: func(cursor *string) (int, *string) {
			call := client.KnowledgeAPI.ListArtistSources(ctx, artist).Limit(1)
			if cursor != nil {
				call = call.Cursor(*cursor)
			}
			page := answered(call.Execute())
			return len(page.Sources), page.Budget.NextCursor.Get()
		},
		restore: func(artistID string) *refusal {
			_, response, err := client.SessionsAPI.RestoreInterview(ctx, artistID).Execute()
			return refused(response, err)
		},
		turn: func() string {
			turn := sittings.OpenTurnAsOnboardingTurn(sittings.NewOpenTurn("open"))
			return answered(client.OnboardingAPI.TakeOnboardingTurn(ctx, artist).OnboardingTurn(turn).Execute())
		},
	})
}

func answered[T any](value T, _ *http.Response, err error) T {
	return must(value, err)
}

func seen(saved *sittings.SavedQuestion) question {
	asked := saved.Question
	return question{asked.Id, asked.Revision, asked.References[0].OriginalReference.Quote}
}

func refused(response *http.Response, err error) *refusal {
	var failed *sittings.GenericOpenAPIError
	if !errors.As(err, &failed) {
		panic("nothing was refused")
	}
	return &refusal{response.StatusCode, failed.Model().(sittings.Failure).Code}
}
