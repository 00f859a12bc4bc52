// A whole sitting, whatever Go client it is held with: each program gives the calls, typed by its generator.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type given struct {
	BaseURL   string `json:"baseUrl"`
	Token     string `json:"token"`
	ArtistID  string `json:"artistId"`
	ForeignID string `json:"foreignId"`
}

type refusal struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
}

type question struct{ id, revision, quote string }

// calls are what a generated client has to be able to do; a call that fails where it should not panics.
type calls struct {
	start   func(requestID string) (sessionID string, sitting int32)
	memory  func(sitting int32) (snapshotID string)
	offer   func(sessionID, snapshotID string) question
	answer  func(questionID, revision, answer string) question
	revise  func(questionID, revision, answer, note string) (string, *refusal)
	finish  func(sessionID string) (state string)
	advance func() (ran bool)
	sources func(cursor *string) (listed int, nextCursor *string)
	restore func(artistID string) *refusal
	turn    func() string
}

const (
	sourceID       = "vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06"
	sourceRevision = "916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6"
	quote          = "there is a pump organ, walnut, with eleven stops of which seven answer"
	quoteStart     = 164
	quoteEnd       = 234
	asking         = "Seven of eleven stops answer. Which one do you miss?"
)

func readGiven() given {
	var input given
	check(json.Unmarshal([]byte(os.Args[1]), &input))
	return input
}

func hold(input given, client calls) {
	sessionID, sitting := client.start(randomUUID())
	asked := client.offer(sessionID, client.memory(sitting))
	if asked.quote != quote {
		panic("another quote came back")
	}
	saved := client.answer(asked.id, asked.revision, "The vox humana.")
	revised, _ := client.revise(asked.id, saved.revision, "The vox humana. It sounded like nobody I know. 🔔", "In full.")
	_, stale := client.revise(asked.id, saved.revision, "The tremulant.", "In full.")
	state := client.finish(sessionID)
	slices := 0
	for slices < 100 && client.advance() {
		slices++
	}
	sources, pages := 0, 0
	for cursor, more := (*string)(nil), true; more; more = cursor != nil {
		var listed int
		listed, cursor = client.sources(cursor)
		sources, pages = sources+listed, pages+1
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"state":    state,
		"revised":  revised,
		"stale":    stale,
		"advanced": slices > 0 && slices < 100,
		"pages":    pages == sources && pages > 1,
		"refused":  client.restore(input.ForeignID),
		"streamed": strings.Contains(client.turn(), `"kind":"step"`),
	}))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func randomUUID() string {
	b := make([]byte, 16)
	must(rand.Read(b))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
