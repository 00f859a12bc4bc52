// A whole sitting, held with the client that ogen makes.
package main

import (
	"context"
	"io"

	sittings "github.com/sittings/client"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"
)

// credentials hold an access token and none of the other keys.
type credentials struct{ token string }

func (c credentials) AccessToken(context.Context, sittings.OperationName) (sittings.AccessToken, error) {
	return sittings.AccessToken{Token: c.token}, nil
}

func (credentials) ResearchKey(context.Context, sittings.OperationName) (sittings.ResearchKey, error) {
	return sittings.ResearchKey{}, ogenerrors.ErrSkipClientSecurity
}

func (credentials) SchedulerSecret(context.Context, sittings.OperationName) (sittings.SchedulerSecret, error) {
	return sittings.SchedulerSecret{}, ogenerrors.ErrSkipClientSecurity
}

func main() {
	input := readGiven()
	ctx := context.Background()
	client := must(sittings.NewClient(input.BaseURL, credentials{input.Token}))
	artist := parse(input.ArtistID)
	hold(input, calls{
		start: func(requestID string) (string, int32) {
			params := sittings.StartInterviewSittingParams{ID: artist}
			answer := must(client.StartInterviewSitting(ctx, &sittings.StartInput{RequestId: parse(requestID)}, params))
			session := answer.(*sittings.StartedSittingHeaders).Response.Session
			return uuid.UUID(session.ID).String(), session.Sitting
		},
		memory: func(sitting int32) string {
			params := sittings.ReadInterviewMemoryParams{ID: artist, Sitting: sittings.NewOptInt32(sitting)}
			answer := must(client.ReadInterviewMemory(ctx, params))
			return string(answer.(*sittings.InterviewMemoryHeaders).Response.SnapshotId)
		},
		offer: func(sessionID, snapshotID string) question {
			cited := sittings.OriginalReference{
				Kind: "original", SourceId: sourceID, Revision: sourceRevision, Start: quoteStart, End: quoteEnd, Quote: quote,
			}
			references := []sittings.Reference{{OneOf: sittings.NewOriginalReferenceReferenceSum(cited)}}
			body := sittings.OfferInput{
				Ordinal: 1, MemorySnapshotId: sittings.Revision(snapshotID), Question: asking, References: references,
			}
			params := sittings.OfferInterviewQuestionParams{ID: artist, SessionId: parse(sessionID)}
			return seen(must(client.OfferInterviewQuestion(ctx, &body, params)))
		},
		answer: func(questionID, revision, answer string) question {
			text := sittings.NewNilAnswerText(sittings.AnswerText(answer))
			body := sittings.AnswerInput{ExpectedRevision: sittings.Revision(revision), Answer: text}
			params := sittings.SaveInterviewAnswerParams{ID: artist, AnswerId: parse(questionID)}
			return seen(must(client.SaveInterviewAnswer(ctx, &body, params)))
		},
		revise: func(questionID, revision, answer, note string) (string, *refusal) {
			body := sittings.ReviseInput{
				ExpectedRevision: sittings.Revision(revision), Answer: sittings.AnswerText(answer), Note: sittings.NewOptString(note),
			}
			params := sittings.ReviseInterviewResponseParams{ID: artist, AnswerId: parse(questionID)}
			switch answer := must(client.ReviseInterviewResponse(ctx, &body, params)).(type) {
			case *sittings.ReadResponseHeaders:
				return answer.Response.Response.Answer, nil
			case *sittings.PrivateConflictHeaders:
				return "", &refusal{409, string(answer.Response.Code)}
			default:
				panic(answer)
			}
		},
		finish: func(sessionID string) string {
			params := sittings.FinishInterviewSittingParams{ID: artist, SessionId: parse(sessionID)}
			answer := must(client.FinishInterviewSitting(ctx, &sittings.FinishInput{}, params))
			return string(answer.(*sittings.InterviewStateHeaders).Response.Session.Value.State)
		},
		advance: func() bool {
			request := sittings.AdvanceRequest{ArtistId: sittings.NewOptUUID(artist)}
			answer := must(client.AdvanceResearch(ctx, sittings.NewOptAdvanceRequest(request)))
			return answer.(*sittings.AdvanceResult).OneOf.AdvanceSlice.Ran
		},
		sources: func(cursor *string) (int, *string) {
			params := sittings.ListArtistSourcesParams{ID: artist, Limit: sittings.NewOptInt32(1)}
			if cursor != nil {
				params.Cursor = sittings.NewOptCursor(sittings.Cursor(*cursor))
			}
			page := must(client.ListArtistSources(ctx, params)).(*sittings.SourceListHeaders).Response
			next, more := page.Budget.NextCursor.Get()
			if !more {
				return len(page.Sources), nil
			}
			return len(page.Sources), (*string)(&next)
		},
		restore: func(artistID string) *refusal {
			answer := must(client.RestoreInterview(ctx, sittings.RestoreInterviewParams{ID: parse(artistID)}))
			return &refusal{403, string(answer.(*sittings.PrivateNotYourArtistHeaders).Response.Code)}
		},
		turn: func() string {
			turn := sittings.OnboardingTurn{OneOf: sittings.NewOpenTurnOnboardingTurnSum(sittings.OpenTurn{Type: "open"})}
			answer := must(client.TakeOnboardingTurn(ctx, &turn, sittings.TakeOnboardingTurnParams{ArtistId: artist}))
			return string(must(io.ReadAll(answer.(*sittings.TakeOnboardingTurnOKHeaders).Response.Data)))
		},
	})
}

func parse(id string) sittings.UUID { return sittings.UUID(uuid.MustParse(id)) }

// seen is the question of a saved answer or offer: both are answered alike.
func seen(answer any) question {
	asked := answer.(*sittings.SavedQuestionHeaders).Response.Question
	cited := asked.References[0].OneOf.OriginalReference
	return question{uuid.UUID(asked.ID).String(), string(asked.Revision), string(cited.Quote)}
}
