// Made by `npm run generate` from the contract. Do not edit.

export interface paths {
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check health
         * @description Says that the process answers HTTP. It touches no storage and asks for no credentials, so it stays 200 while the
         *     database is away.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/research/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run the research scheduler
         * @description The scheduler's entry. Takes one slice after another from the due jobs of all artists until its time budget is
         *     spent or nothing is due, and so resumes the jobs of pages that were closed. Safe at any overlap with itself and with
         *     the public advance.
         *
         *     Where the deployment sets `CRON_SECRET` it has to be sent as a bearer token; where it sets none the entry is open.
         *     A slice that fails is reported in the body with HTTP status 200; an outage of the database is 503 and never looks
         *     like an idle queue. There is no HEAD twin, because reading changes state here.
         */
        get: operations["runResearchScheduler"];
        put?: never;
        /**
         * Advance research
         * @description Runs one slice of queued research and returns. Public, and safe to call concurrently and repeatedly; a page calls it
         *     while it is open. A slice fits one request: call again while `ran` is true and the job is neither `done` nor
         *     `waiting`.
         *
         *     Only due jobs are taken, so a job that waits for an outside run never hides another one. `ran` false means that
         *     nothing could be claimed. A slice that fails is reported with HTTP status 200 and `status` `error`; an outage of the
         *     database is 503 and never looks like an idle queue.
         */
        post: operations["advanceResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look again
         * @description Queues a fresh look at the artist: looking outside, for the artist's posts, pages about the artist and releases, and
         *     composing Lore, or Lore alone with `mode` `lore-only`. Nothing runs inside this request.
         *
         *     The two have a cooldown of 30 minutes each and neither is queued a second time while one is live. What was queued,
         *     what was under way already and what has to wait is said in `message`. Only when every part asked for is in its
         *     cooldown, and so nothing was queued and nothing is under way, the answer is 429 `rate_limited`.
         */
        post: operations["refreshArtistResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Research status
         * @description The artist's research jobs, the newest first, with their true progress (`cursor` of `total`) and the reason of a
         *     failure as a category. A strict read: it starts nothing, and no message, credential or payload of an outside system
         *     passes through it.
         *
         *     A job that recovers missing text carries one extraction outcome for each source it has finished.
         */
        get: operations["readResearchStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request question research
         * @description Queues research for one interview question. Nothing runs inside this request: run the queue with advance, and read
         *     the research by its `jobId`.
         *
         *     An equal request that is still live is shared, and a recent result is taken over for 30 minutes (for 5 minutes when
         *     it was `unresolved`); `reused` says so. An artist has at most one live question: a second one is 429
         *     `research_busy`. New jobs are limited to 5 an artist and 100 in all within any 24 hours: then 429 `quota_spent`.
         *
         *     The research key and the access token are alternatives; when the key header is sent it alone decides, and a
         *     deployment without a key answers it with 503 `not_configured`.
         */
        post: operations["requestQuestionResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/questions/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read question research
         * @description The state of the research for one question, and the exact passages found so far. Reading never starts work.
         *
         *     The research key sees approved material only; the artist's current claimant or an administrator also sees
         *     references that wait for a review, marked `pending`. A result that holds nothing for the caller, or nothing any
         *     more, reads `unresolved`: a reference is left out once its evidence is turned down or its saved text has changed,
         *     so each one that is sent can be opened with the evidence read.
         */
        get: operations["readQuestionResearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/discoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Review queue
         * @description What research has found and no reviewer has decided about yet, the oldest first; with `curation`, the candidates with that decision.
         *     One address is one candidate. When a decision was made or something was found between two pages the cursor is 409
         *     `cursor_stale`: begin again. A cursor belongs to its `curation`.
         */
        get: operations["listDiscoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/discoveries/{candidateId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a discovery
         * @description Decides about one candidate. `approve` makes its source or link eligible and queues a Lore refresh in the same
         *     transaction: either both happen or neither. The text of an approved source is kept as a vault record under the
         *     candidate's own uuid, where it is listed, searched and cited like any other; the discovery stays readable as it was
         *     found. `decline`, `wrong_artist` and `incorrect` keep the candidate from coming back by itself.
         *
         *     `reopen` takes a decision back: the candidate waits again, whom it is about is unresolved again, and what an approval
         *     made of it is no evidence any more. Approving it again makes the same record eligible again. Taking back an approval
         *     queues a Lore refresh in the same transaction, as the approval does.
         *
         *     `revision` must be the candidate's current one, otherwise 409 `revision_changed`; nothing is decided about something
         *     that was not seen. Repeating the saved decision is harmless and returns the candidate. A different decision
         *     about a candidate that was decided is 409 `state_changed`. Approving an address that serves the artist as something
         *     else already (a record of the vault, or a profile that the artist took out) is 409 `link_conflict`.
         */
        post: operations["reviewDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/evidence/{evidenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read research original
         * @description Reopens an exact window of one piece of research evidence: a discovery, a vault record, or the caption or transcript
         *     of a post. A window never cuts a surrogate pair: it is shortened by one code unit instead, and a `start` inside a
         *     pair or past the end of the text is 400.
         *
         *     The research key and the access token are alternatives; when the key header is sent it alone decides. The key sees
         *     approved public material only. The artist's current claimant or an administrator also sees discoveries that wait
         *     for a review, marked `pending`. Uploads, private material and interview history are not evidence and are 404.
         *
         *     Saved Lore (vault records) and posts are read in their current eligible revision: asking for another one is 409
         *     `revision_changed`.
         *     The revision of a discovery's candidate, as it is listed, opens its current text. Retained revisions of a discovery
         *     stay readable as long as its curation and the caller's access permit; one that it never had is 404. Evidence that
         *     was removed or declined is 404 for the key and 409 `evidence_changed` for the claimant.
         *
         *     A bare uuid may stand for a discovery, a vault record, a caption or a transcript, and is looked up as each of them in
         *     this order. With `revision`, the one that has this revision is meant.
         *
         *     A text longer than 4,000,000 code units is beyond what can be reopened: 413 `limit_exceeded`. Reads are limited in
         *     rate: 429 `rate_limited` says with `Retry-After` when to go on.
         */
        get: operations["readResearchEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/research/references/relocate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Relocate a stale reference
         * @description Finds where the words of a reference stand now that its source has another text. The revision that the reference
         *     names is retained and still holds the cited words, so the quote is not sent. The answer is the window of
         *     the current revision that holds these words, ready to be cited, or none.
         *
         *     Where the words stand unaltered the nearest such place to the old one is taken, and `exact` is true. Otherwise the
         *     window is found by aligning words of the passages that a search of the source finds, whatever their case, their line
         *     breaks and the form of their accents; `score` says how much of both passages agrees. A window that agrees by less than
         *     0.6 is not offered, and a short one has to agree by more: then `reference` is null. What is offered is the source's own
         *     wording and not the old quote; whether it still says the same is for the reader to decide.
         *
         *     Every source that may be cited can be relocated: one that is approved and neither private nor removed, in any revision
         *     it ever had. One that was removed or rejected since is 409 `evidence_changed`; it cannot be cited any more. Everything
         *     else that no reference can name is 404: a source that is not the artist's or was never evidence, a revision it never
         *     had, and a window that this revision does not hold as a quote of 8 to 1600 characters.
         *
         *     An addition to the interface. It reads the whole current text, up to 4,000,000 code units, and is limited in rate: 429
         *     `rate_limited` says with `Retry-After` when to go on.
         */
        get: operations["relocateReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/onboarding/{artistId}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Onboarding chat turn
         * @description Takes one turn of the guided conversation and streams what happens. The service keeps the order of the steps,
         *     profiles → vault → interview → publish: a turn that is not of the current step ends with an `error` event
         *     (`state_changed`) that names the step onboarding really is at.
         *
         *     Turns are idempotent: the same turn again finds what was saved. The work goes on, and is saved, when the client goes
         *     away; `open` takes the conversation up again. A turn ends within 55 seconds. Work that is not done by then
         *     continues after the response; a `chat` event of the turn says so, and its `step` event names the same step again.
         *
         *     The turns of one conversation are taken one after the other. One that comes while another is at work, even if the
         *     client of that one has disconnected, waits for some seconds; then, and where many wait already, it is 429
         *     `rate_limited` with `Retry-After`.
         *
         *     Publishing compares `expectedBio` with the biography that is published and changes nothing when the two differ.
         */
        post: operations["takeOnboardingTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/onboarding/{artistId}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Onboarding state
         * @description How far an artist's onboarding has come. Public, and good for polling; it tells nothing but the steps and their
         *     times. An artist that does not exist looks like one whose onboarding has not begun. When the database cannot be
         *     reached the answer is 503 and never "not begun".
         */
        get: operations["readOnboardingState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/brief": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Artist brief
         * @description A short orientation about the artist: name, published biography and the summary of the latest Lore, cut to at most
         *     6000 UTF-16 code units together, and the evidence that exists.
         *
         *     Nothing in it is evidence. Cite what the sources say, and read the interview memory before preparing a question.
         */
        get: operations["readArtistBrief"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List artist sources
         * @description The artist's eligible sources, the newest first, each with the beginning of its text: approved vault records, and
         *     captions and transcripts of the artist's own posts. Interview history, uploads marked private and rejected material
         *     are never listed. A source without stored text is listed too, and says so in its `extraction`.
         *
         *     A page may hold fewer than `limit` sources when its character budget is spent; only a null `nextCursor` ends the
         *     list. When a source came, went or changed between two pages the cursor is 409 `cursor_stale`: begin again.
         */
        get: operations["listArtistSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search original evidence
         * @description Looks through the whole stored text of every eligible source and returns the windows that match best. Case,
         *     accents and English inflection are folded for matching only; what is returned is an exact slice of the stored text
         *     and can be cited with its `revision`, `start` and `end`.
         *
         *     No match is a success with no passages; `coverage` then says how much was looked through.
         */
        get: operations["searchArtistEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an original source
         * @description An exact window of a source's text. The window is shortened by one code unit rather than cut through a surrogate
         *     pair; a `start` inside a pair or past the end of the text is 400.
         *
         *     Without `revision` the current text is read. A retained earlier revision is read only when `includeVersion` is
         *     true, so that no reader takes old wording for the current one: without it, it is 409 `revision_changed`. A revision
         *     that the source never had is 404. While no text is stored the source reads as an empty one, and its `extraction`
         *     says why.
         */
        get: operations["readArtistSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/sources/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover missing source text
         * @description Queues one job that fetches the text of linked pages for which none is stored. Nothing is fetched inside this
         *     request; follow the job in the research status.
         *
         *     Every id must be an approved public http or https record of this artist; one that is not refuses the whole request
         *     with 400. Records that already have text are left alone; when none is left, the answer is 200 and no job is made.
         *     While an earlier recovery of the artist is still at work the answer is 409 `work_in_progress`.
         */
        post: operations["recoverSourceText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/lore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the Lore
         * @description The artist's Lore: passages as printed and answers, with the evidence of each, who wrote the text, which of its sentences
         *     a boundary or a correction touches, and whether a refresh is queued. Without `revision` what visitors read: the newest
         *     version that the artist published, or the newest composed where the artist has published none. A later composition is a
         *     proposal beside it, read by its revision. `lore` is null as long as nothing was composed. 404 where the artist has no
         *     Lore of that revision.
         */
        get: operations["readArtistLore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/lore/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions of the Lore
         * @description Every version of the artist's Lore, the newest first, without the texts; `readArtistLore` reads one by its revision.
         *
         *     409 `cursor_stale`: a version was added since the page before; start again.
         */
        get: operations["listArtistLoreVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/lore/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a version of the Lore
         * @description Makes a version, any version, the text that visitors read, as it is or as the artist has edited it. It stays until the
         *     artist publishes again: no finish, import, boundary or correction replaces it. In an edited `text` each sentence that
         *     stands in it unchanged keeps its citation. An overview by a model is marked as approved on this day.
         *
         *     The text is compared with every boundary and every correction. By `excluded`, sentences that they touch are refused,
         *     taken out, or kept: to take them out of the published text, publish its own revision with `leave_out`.
         *
         *     To publish what is published already changes nothing and returns it, so the request can be sent again.
         *
         *     404: the artist has no Lore of that revision. 409 `revision_changed`: another version is published than
         *     `publishedRevision` says. 409 `state_changed`: sentences are touched; the message quotes the first.
         */
        post: operations["publishLore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the corrections
         * @description The corrections that hold, the oldest first: those of sentences of the Lore, those of the onboarding and those that were
         *     imported. They are part of the mandatory memory of every sitting, and no generated text repeats what they correct.
         *
         *     409 `cursor_stale`: a correction was saved, changed or retracted since the page before; start again.
         */
        get: operations["listCorrections"];
        put?: never;
        /**
         * Correct the Lore
         * @description Says that a passage of the published Lore, or of the proposal, is wrong, and what is right, or null where nothing takes
         *     its place. The passage becomes a claim that no generated text repeats, and the correction is part of the mandatory memory
         *     from then on; right words stand where the wrong ones stood. The same commit queues a Lore refresh; when that fails,
         *     nothing is saved. A text that the artist published stays until it is published again. An artist has at most 500
         *     corrections that hold.
         *
         *     A `requestId` that already saved a correction returns that correction, retracted or not, when the content is the same.
         *
         *     400: the window is not inside the text, splits a character, is longer than 4000 code points, or holds white space alone.
         *     404: nothing was composed yet. 409 `revision_changed`: the Lore is another one; read it again. 409 `request_conflict`:
         *     the `requestId` saved something else. 413 `limit_exceeded`: 500 corrections hold; retract one first.
         */
        post: operations["correctLore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/corrections/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the reach of a correction
         * @description Says which sentences of a version of the Lore a correction of one of its passages would take out, without saving it. It
         *     is the comparison that composes the Lore.
         *
         *     400: as for `correctLore`. 404: the artist has no Lore of that revision.
         */
        post: operations["previewCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/corrections/{correctionId}/retract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retract a correction
         * @description Takes a correction back. It stays on record with the instant of its retraction and leaves the mandatory memory. Retracting
         *     it again is harmless and returns the first retraction. The retraction and the Lore refresh that follows from it are one
         *     commit.
         *
         *     409 `revision_changed`: the correction has another revision.
         */
        post: operations["retractCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/knowledge/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Interview history
         * @description Lists the artist's corrections and questions, open and skipped ones included, with exact texts. Corrections come first, so
         *     that a reader of the first page has met them. The history does not carry boundaries; it says whether any hold and leaves them
         *     to the mandatory memory. It is for orientation and does not replace the memory.
         *
         *     409 `cursor_stale`: a correction or question has changed since the page before; start again.
         */
        get: operations["listInterviewHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read mandatory interview memory
         * @description Reads what an interviewer must know before offering a question in the sitting: the newest exact answer, every correction, and
         *     every boundary that applies to the sitting, in that order. Nothing is summarised and nothing dropped; a text that does not fit the
         *     page goes on with the next one. Read to the last page, then send `snapshotId` with the offer.
         *
         *     `sitting` is the latest sitting or the one that comes next; without it, the active sitting, else the next.
         *
         *     409 `state_changed`: the sitting is neither of these. 409 `cursor_stale`: the memory has moved since the page before;
         *     start again.
         */
        get: operations["readInterviewMemory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/boundaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active interview boundaries
         * @description Lists the boundaries that hold in a sitting, the oldest first, five to a page: those drawn until retracted, and those drawn
         *     for this sitting alone. A retracted boundary is not listed.
         *
         *     409 `cursor_stale`: boundaries of this list were saved or retracted since the page before; start again.
         */
        get: operations["listInterviewBoundaries"];
        put?: never;
        /**
         * Save an explicit interview boundary
         * @description Saves a boundary in the artist's own words, tied to a question that was offered. From then on it is part of the mandatory
         *     memory of every sitting it applies to. It belongs to the sitting it is drawn in, the latest one, whenever the question
         *     was asked. An artist has at most 50 active boundaries; one that was drawn for an earlier sitting alone is not active any more.
         *
         *     The answer to the question that it is drawn on is left out of the Lore whole, whatever it says. The `questionKey` `general`
         *     is always known: such a boundary belongs to no question, leaves out by its wording alone, and can be drawn before the
         *     first question is asked.
         *
         *     The same commit queues a Lore refresh, so that Lore is composed again under the boundary; when that fails, nothing is saved.
         *
         *     A `requestId` that already saved a boundary returns that boundary, retracted or not, when the content is the same.
         *
         *     404: no question with this key was offered to the artist (`general` apart). 409 `request_conflict`: the `requestId` saved something else.
         *     413 `limit_exceeded`: 50 boundaries are active; retract one first.
         */
        post: operations["saveInterviewBoundary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/boundaries/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the reach of a boundary
         * @description Says what a boundary of this wording on this question would keep out of the Lore, without saving it: which sentences of the
         *     current Lore, and which answers with how many of their sentences. It is the comparison that composes the Lore, over the
         *     answers (the 300 saved last) and the current Lore; what else the sources say is not read for a preview.
         *
         *     404: no question with this key was offered to the artist (`general` apart).
         */
        post: operations["previewInterviewBoundary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/boundaries/{boundaryId}/retract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retract an interview boundary
         * @description Lifts a boundary. It stays on record with the instant of its retraction and leaves the mandatory memory. Retracting it again
         *     is harmless and returns the first retraction. The retraction and the Lore refresh that follows from it are one commit.
         *
         *     409 `revision_changed`: the boundary has another revision.
         */
        post: operations["retractInterviewBoundary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Restore saved interview
         * @description Returns the artist's latest sitting, active or finished, with everything saved in it, and the open offers of earlier
         *     days. It changes nothing: a client that lost its place starts here.
         */
        get: operations["restoreInterview"];
        put?: never;
        /**
         * Start interview sitting
         * @description Starts a sitting and gives it the number above every earlier sitting of the artist, imported ones included. An artist
         *     has at most one active sitting.
         *
         *     A `requestId` that already started a sitting returns that sitting, in whatever state it is by now, before
         *     anything else is looked at.
         *
         *     409 `session_active`: another sitting is active; restore it, or finish it first. 409 `state_changed`: offers of earlier
         *     days are open; answer or skip them first.
         */
        post: operations["startInterviewSitting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/session/{sessionId}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save prepared question
         * @description Saves a question that the client has prepared, with the evidence it cites. Writing the question and judging it are the
         *     client's work; the service checks, in one transaction and without any outside call, that every reference still reads as
         *     quoted and that the mandatory memory is the one the client has read.
         *
         *     An ordinal that is already saved returns the saved question as it is now, whatever this body says, also after the finish.
         *     Otherwise the sitting must be active and every earlier ordinal answered or skipped.
         *
         *     404: the sitting does not exist, or what a reference cites: a source that is not approved or was removed, an answer that was
         *     never saved. 409 `state_changed`: the sitting is finished, or an earlier ordinal is missing or still open. 409 `memory_changed`: the memory has moved since the snapshot. 409 `evidence_changed`:
         *     a reference names a revision that is not kept, or its window does not hold the quote. Of a 409, `error` says which cause it is, and which reference (`references/0` is the first).
         */
        post: operations["offerInterviewQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/answers/{answerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save exact interview answer
         * @description Saves the answer to an offered question byte for byte, or skips the question when `answer` is null. It serves questions of the
         *     active sitting and open offers of earlier days alike. A skip is only a skip: it draws no boundary.
         *
         *     A request whose outcome is already saved (the same answer, or a skip of a skipped question) returns the saved question
         *     before the revision is looked at, so a lost reply can be asked for again.
         *
         *     409 `revision_changed`: the question has moved on since `expectedRevision`. 409 `state_changed`: it is no longer offered, or its
         *     sitting is finished; an answer that is already there is edited by revising it.
         */
        post: operations["saveInterviewAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/session/{sessionId}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish interview sitting
         * @description Closes the sitting. In one transaction the open question, if there is one, becomes skipped, `closedAt` is set, and a refresh
         *     of the artist's Lore is queued when the sitting has at least one answer. No model is called.
         *
         *     Finishing a finished sitting changes nothing and returns exactly what is saved.
         *
         *     409 `state_changed`: the saved state is not the one this request can act on; restore the interview and decide again.
         */
        post: operations["finishInterviewSitting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved interview responses
         * @description Lists the answered questions of the artist in their current revisions, the newest offer first; answers whose offer has no
         *     known date come last. Open and skipped questions are not listed.
         *
         *     409 `cursor_stale`: answers were saved or revised since the page before; start again.
         */
        get: operations["listInterviewResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artist/{id}/interview/responses/{answerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an exact response
         * @description Reads one response, in its current revision or in the one named. 404 also when the question is not answered, or when the
         *     answer never had that revision.
         */
        get: operations["readInterviewResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Revise a saved response
         * @description Puts a new wording in the place of a saved answer. The new version, its entry in the audit trail and the queued Lore
         *     refresh are committed together or not at all, and the earlier wordings stay readable as versions. The question, its sitting and the
         *     instant of its offer never change. A profile text made from the old wording may stay visible until the refresh is done.
         *
         *     An answer equal to the saved one in every byte changes nothing and is a success before any revision is looked at, that of
         *     `If-Match` included.
         *
         *     404: there is no such answer, or its question is not answered. 409 `revision_changed`: the answer has moved on since
         *     `expectedRevision`, or `If-Match` names another revision; nothing is overwritten.
         */
        patch: operations["reviseInterviewResponse"];
        trace?: never;
    };
    "/api/artist/{id}/interview/responses/{answerId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Review response versions
         * @description Lists every wording an answer has had, the newest first, with the note that came with it. 404 also when the question is
         *     not answered.
         *
         *     409 `cursor_stale`: the answer was revised since the page before; start again.
         */
        get: operations["listInterviewResponseVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/artists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my artists
         * @description Lists the artists for whom the caller may speak: those whose approved claimant the caller is, and every artist for an
         *     administrator. A caller without an artist gets an empty list. They are ordered by name, code point by code point, and by id
         *     where names are equal. With `name`, only those whose name contains this text; case and accents do not matter.
         *
         *     409 `cursor_stale`: an artist of the list was added, renamed or removed, or a claim of the caller was decided, since the page
         *     before; start again.
         */
        get: operations["listMyArtists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One event of a turn, distinguished by `kind`. */
        OnboardingEvent: components["schemas"]["ChatEvent"] | components["schemas"]["ProgressEvent"] | components["schemas"]["StepEvent"] | components["schemas"]["CandidateEvent"] | components["schemas"]["LinkedEvent"] | components["schemas"]["UnreachableEvent"] | components["schemas"]["SourceEvent"] | components["schemas"]["SourcesEvent"] | components["schemas"]["TextDeltaEvent"] | components["schemas"]["ChoicesEvent"] | components["schemas"]["DraftEvent"] | components["schemas"]["CompleteEvent"] | components["schemas"]["ErrorEvent"];
        /**
         * @description The machine codes of this version, by status.
         *
         *     - 400 `invalid_request`, `invalid_artist_id`
         *     - 401 `not_signed_in`
         *     - 403 `not_your_artist`
         *     - 404 `not_found`
         *     - 405 `method_not_allowed`
         *     - 409 `state_changed`, `session_active`, `revision_changed`, `memory_changed`, `evidence_changed`, `cursor_stale`,
         *       `request_conflict`, `link_conflict`, `work_in_progress`
         *     - 413 `body_too_large`, `limit_exceeded`
         *     - 429 `rate_limited`, `quota_spent`, `research_busy`
         *     - 500 `internal`
         *     - 503 `persistence_unavailable`, `not_configured`, `provider_unavailable`, `overloaded`, `shutting_down`.
         * @enum {string}
         */
        KnownErrorCode: "invalid_request" | "invalid_artist_id" | "not_signed_in" | "not_your_artist" | "not_found" | "method_not_allowed" | "state_changed" | "session_active" | "revision_changed" | "memory_changed" | "evidence_changed" | "cursor_stale" | "request_conflict" | "link_conflict" | "work_in_progress" | "body_too_large" | "limit_exceeded" | "rate_limited" | "quota_spent" | "research_busy" | "internal" | "persistence_unavailable" | "not_configured" | "provider_unavailable" | "overloaded" | "shutting_down";
        ErrorCode: components["schemas"]["KnownErrorCode"];
        /** @description The one body of every failure. Branch on `code`; `error` is for people and may be reworded. */
        Failure: {
            /**
             * @description Tells a failure from a success without looking at the HTTP status.
             * @constant
             * @enum {string}
             */
            status: "error";
            /** @description What went wrong, for programs. A code that is not known says what its HTTP status says. */
            code: components["schemas"]["ErrorCode"];
            /** @description What went wrong, in a sentence (length in Unicode code points). For a 400 it names the offending field. */
            error: string;
        };
        /** @description The process answers. */
        Health: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
        };
        /**
         * @description Whether every slice of a scheduler run went well; `error` when one of them failed.
         * @enum {string}
         */
        SchedulerOutcome: "ok" | "error";
        /**
         * Format: uuid
         * @description A UUID in its hyphenated form, without `urn:uuid:`; either case is accepted, lower case is returned.
         */
        Uuid: string;
        /**
         * @description What a research job does. `social_ingest` collects the artist's own posts, `caption_extract` turns posts into readable captions and transcripts, `lore_refresh` composes the artist's Lore again, `source_search` looks for and reads sources (also for one question, or to recover missing text), `latest_refresh` looks for new releases.
         * @enum {string}
         */
        ResearchKind: "social_ingest" | "caption_extract" | "lore_refresh" | "source_search" | "latest_refresh";
        /**
         * @description A short fixed phrase, with figures where they help; at most 300 code points.
         * @example Read page 3 of 8
         */
        SliceProgress: string;
        /** @description One slice of a scheduler run. */
        SchedulerSlice: {
            /** @description False when the slice was claimed but failed. */
            ran: boolean;
            /** @description The job that the slice belonged to. */
            jobId: components["schemas"]["Uuid"];
            /** @description Kind of the job. */
            kind: components["schemas"]["ResearchKind"];
            /** @description Artist of the job. */
            artistId: components["schemas"]["Uuid"];
            /** @description What the slice did. */
            progress: components["schemas"]["SliceProgress"];
            /** @description True when the job finished with this slice. */
            done: boolean;
            /** @description True when the job waits for a scraping run outside. */
            waiting: boolean;
        };
        /** @description What one call of the scheduler did until its time budget was spent or nothing was due. */
        SchedulerRun: {
            /** @description Whether every slice went well. */
            status: components["schemas"]["SchedulerOutcome"];
            /** @description True when at least one slice ran. */
            ran: boolean;
            /** @description The slices in the order in which they were taken; empty when nothing was due. */
            slices: components["schemas"]["SchedulerSlice"][];
        };
        /** @description Narrows which queued jobs a slice may be taken from. Empty, or no body at all, means any due job. */
        AdvanceRequest: {
            /** @description Run only jobs of this artist. */
            artistId?: components["schemas"]["Uuid"];
            /** @description Run only jobs of these kinds; at least one. Neither their order nor a repetition matters. */
            kinds?: components["schemas"]["ResearchKind"][];
        };
        /** @description One slice ran, or nothing was due. Everything after `ran` is present only when a slice ran. */
        AdvanceSlice: {
            /**
             * @description The call succeeded, whether or not there was work. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "ok";
            /** @description False when no job could be claimed. */
            ran: boolean;
            /** @description The job that the slice belonged to. */
            jobId?: components["schemas"]["Uuid"];
            /** @description Kind of the job. */
            kind?: components["schemas"]["ResearchKind"];
            /** @description Artist of the job. */
            artistId?: components["schemas"]["Uuid"];
            /** @description What the slice did. */
            progress?: components["schemas"]["SliceProgress"];
            /** @description True when the job finished with this slice. */
            done?: boolean;
            /** @description True when the job waits for a scraping run outside; call again later. */
            waiting?: boolean;
        };
        /** @description A slice was begun and failed. The job keeps its place and is tried again after a pause. */
        AdvanceFailure: {
            /**
             * @description The slice failed; the HTTP status is 200 all the same. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "error";
            /**
             * @description Always the same words; the cause stays in the service's own log.
             * @constant
             * @enum {string}
             */
            error: "advance failed";
            /**
             * @description Always false.
             * @constant
             */
            ran: false;
        };
        /** @description How one call to advance ended, distinguished by `status`. */
        AdvanceResult: components["schemas"]["AdvanceSlice"] | components["schemas"]["AdvanceFailure"];
        /**
         * @description Narrows a refresh. `lore-only` composes Lore again from what is known and collects nothing.
         * @enum {string}
         */
        RefreshMode: "lore-only";
        /** @description How far to look again. Without `mode`, it is looked outside and Lore is composed. */
        RefreshRequest: {
            /** @description Leave out to look everywhere. */
            mode?: components["schemas"]["RefreshMode"];
        };
        /** @description What looking again has set going. */
        RefreshResult: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description What was queued, what was already under way and what has to wait, in words; at most 500 code points. */
            message: string;
        };
        /** @description Where a listing goes on. Opaque; made only of characters that need no escaping in a URL. */
        Cursor: string;
        /**
         * @description The state of a job. `pending`: due or queued. `running`: a slice is at work. `waiting`: an outside run has to end first. `done`: finished. `failed`: given up after its last attempt.
         * @enum {string}
         */
        ResearchJobState: "pending" | "running" | "waiting" | "done" | "failed";
        /**
         * @description Why the latest attempt of a job failed, as a category; the details stay inside the service. `outcome_unknown`: an outside run was asked for and whether it began is unknown, so it is not requested again.
         * @enum {string}
         */
        ResearchErrorCategory: "not_configured" | "provider_unavailable" | "provider_refused" | "rate_limited" | "timed_out" | "unreadable" | "too_large" | "not_allowed" | "outcome_unknown" | "internal";
        /** @description Full identity of a source, `vault:<uuid>`, `social:<uuid>:caption` or `social:<uuid>:transcript`. */
        SourceId: string;
        /**
         * @description How recovering the text of one source ended. `ready`: text stored. `blocked`: the site refused. `empty`: a page without text. `unsupported`: not a form that can be read. `unavailable`: not reached. `too_large`: over the size limit. `skipped`: no longer in need of work.
         * @enum {string}
         */
        ExtractionOutcomeState: "ready" | "blocked" | "empty" | "unsupported" | "unavailable" | "too_large" | "skipped";
        /**
         * Format: date-time
         * @description An instant in RFC 3339 form, UTC, with milliseconds.
         */
        Instant: string;
        /** @description How recovering the text of one source ended. */
        ExtractionOutcome: {
            /** @description Full identity of the source. */
            sourceId: components["schemas"]["SourceId"];
            /** @description How it ended. */
            status: components["schemas"]["ExtractionOutcomeState"];
            /** @description When the attempt ended (RFC 3339, UTC, milliseconds). */
            capturedAt: components["schemas"]["Instant"];
            /**
             * Format: int32
             * @description HTTP status of the original's site; null when there was no answer.
             */
            httpStatus: number | null;
            /**
             * Format: int32
             * @description Length of the stored text in UTF-16 code units; 0 when none was stored.
             */
            storedChars: number;
            /** @description True when the original was longer than what is stored. */
            truncated: boolean;
        };
        /** @description One research job of the artist, without anything an outside system has said. */
        ResearchJob: {
            /** @description The job. */
            jobId: components["schemas"]["Uuid"];
            /** @description Kind of the job. */
            kind: components["schemas"]["ResearchKind"];
            /** @description The state of the job. */
            status: components["schemas"]["ResearchJobState"];
            /**
             * Format: int32
             * @description Steps that the job has done; with `total` a true measure of progress.
             */
            cursor: number;
            /**
             * Format: int32
             * @description Steps of the whole job; null while they are not known.
             */
            total: number | null;
            /**
             * Format: date-time
             * @description When a slice last saved something (RFC 3339, UTC, milliseconds); null before the first.
             */
            updatedAt: string | null;
            /** @description Why the latest attempt failed; null when it did not. */
            errorCategory: components["schemas"]["ResearchErrorCategory"] | null;
            /**
             * Format: date-time
             * @description When the job is due (RFC 3339, UTC, milliseconds); null when it is running or has ended.
             */
            nextRunAt: string | null;
            /** @description One entry for each source that a text recovery has finished; left out for every other job. */
            extractionOutcomes?: components["schemas"]["ExtractionOutcome"][];
        };
        /**
         * @description One plain sentence about what is missing or cut, taken from a fixed set of phrases; never raw output of a provider.
         * @example Two linked pages have no stored text yet.
         */
        Limitation: string;
        /** @description How much of the artist's evidence an answer rests on, so that silence is not mistaken for absence. */
        Coverage: {
            /**
             * Format: int32
             * @description Sources that may serve as evidence for this caller.
             */
            eligibleSources: number;
            /**
             * Format: int32
             * @description Eligible sources whose text is stored and can be read now.
             */
            readableSources: number;
            /**
             * Format: int32
             * @description Readable sources whose whole text this call looked through; 0 where the call searches nothing.
             */
            searchedSources: number;
            /**
             * Format: int32
             * @description Readable sources whose whole text this search also compared by meaning, so that a passage is found that says the same in other words; absent where the deployment has no embedding model, and where nothing is searched. 0 where the model did not answer, which `limitations` then says.
             */
            searchedByMeaning?: number;
            /** @description True only when nothing eligible was left out of this answer. */
            complete: boolean;
            /** @description Why the coverage is not complete; empty when it is. */
            limitations: components["schemas"]["Limitation"][];
        };
        /** @description What one page spent of its character budget, and where the next page begins. */
        Budget: {
            /**
             * Format: int32
             * @description Text returned in this page, in UTF-16 code units.
             */
            returnedChars: number;
            /** @description True when the page was shortened to fit its budget; `nextCursor` then continues it. */
            truncated: boolean;
            /** @description Cursor of the next page; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /** @description One page of the artist's research jobs. */
        ResearchStatus: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Jobs, the newest first. */
            jobs: components["schemas"]["ResearchJob"][];
            /** @description The evidence that exists for the artist. */
            coverage: components["schemas"]["Coverage"];
            /** @description What the page spent, and the cursor of the next page. */
            budget: components["schemas"]["Budget"];
        };
        /** @description What the question is about, in a few words; 3 to 160 Unicode code points, not only white space and invisible characters. */
        QuestionTopic: string;
        /**
         * @description What kind of evidence the question needs.
         * @enum {string}
         */
        EvidenceNeed: "reporting" | "release_date" | "credits" | "social_caption" | "spoken_content";
        /**
         * @description `stored` is content with what is already known when it answers the question; `recent` asks the outside world again.
         * @enum {string}
         */
        ResearchFreshness: "stored" | "recent";
        /**
         * @description `relevance` takes the passages that answer the topic, best first. `latest` takes the newest dated texts, newest first, whether or not they contain the words of the topic: it is for an overview of what is new.
         * @enum {string}
         */
        ResearchRetrieval: "relevance" | "latest";
        /**
         * @description Absolute http or https address, without white space; at most 2048 Unicode code points.
         * @example https://harbour-weekly.example/mara-quill
         */
        HttpUrl: string;
        /**
         * @description A site that evidence may come from. Posts of `instagram`, `tiktok` and `x` can be collected; of `inprocess`, `spotify` and `deezer` only what is stored is searched, and a limitation says so.
         * @enum {string}
         */
        ResearchPlatform: "instagram" | "tiktok" | "x" | "inprocess" | "spotify" | "deezer";
        /** @description What an interviewer would like to know before asking a question. */
        QuestionResearchRequest: {
            /** @description What the question is about. */
            topic: components["schemas"]["QuestionTopic"];
            /** @description What kind of evidence is needed. */
            evidenceNeed: components["schemas"]["EvidenceNeed"];
            /** @description Whether stored evidence will do; left out, it will. */
            freshness?: components["schemas"]["ResearchFreshness"];
            /** @description Whether the best or the newest evidence is wanted; left out, the best. */
            retrieval?: components["schemas"]["ResearchRetrieval"];
            /** @description One page or post to look at first; without credentials, at a port of the web. */
            targetUrl?: components["schemas"]["HttpUrl"];
            /** @description Look at this platform only; of one that the artist posts on, at posts only. */
            platform?: components["schemas"]["ResearchPlatform"];
            /**
             * Format: date
             * @description Only what was published on this calendar day (UTC) or later. What is not known to lie within is left out, and counted among the limitations.
             */
            fromDate?: string;
            /**
             * Format: date
             * @description Only what was published on this calendar day (UTC) or earlier; not before `fromDate`.
             */
            toDate?: string;
        };
        /**
         * @description The state of the research. `complete`, `unresolved` (looked, found nothing that answers), `failed` and `cancelled` are ends; every other stage goes on.
         * @enum {string}
         */
        QuestionResearchStage: "checking_saved" | "searching" | "reading" | "transcribing" | "waiting_provider" | "complete" | "unresolved" | "failed" | "cancelled";
        /**
         * @description What evidence to open: the identity of a discovery, of a vault record, or of the caption or transcript of a post; or the bare uuid of an evidence item. In a path the colons are percent-encoded.
         * @example discovery:0198f3e9-a41d-7b62-8e97-1f0d6c3b5a05
         */
        EvidenceId: string;
        /** @description SHA-256 of the published canonical object, in lower-case hexadecimal. */
        Revision: string;
        /**
         * @description Whether the evidence was approved, or still waits for a review and is shown to a reviewer only.
         * @enum {string}
         */
        EvidenceCuration: "approved" | "pending";
        /**
         * @description What the text is, the original wording, a caption, or a transcript made by a provider.
         * @enum {string}
         */
        EvidenceKind: "original_text" | "caption" | "provider_transcript";
        /**
         * @description Whether the text has a speaker; where it has one, the speaker is not verified.
         * @enum {string}
         */
        EvidenceSpeaker: "not_applicable" | "unverified";
        /**
         * @description When the original was published, as precisely as it is known and never more so: a whole calendar date (`2023-04-12`) or an RFC 3339 instant in UTC where the day is known; a year and month (`2023-04`) or a year (`2023`) alone where no more is known. Readers that want a day take the first ten characters where there are so many. A day that is in no calendar is never given.
         * @example 2023-04-12
         * @example 2023-04
         */
        PublicationDate: string;
        /** @description An exact window of one revision of a piece of research evidence. `text` equals the stored text from `start` up to, not including, `end`, code unit for code unit. */
        EvidencePassage: {
            /** @description Identity of the source that the window was cut from. */
            sourceId: components["schemas"]["EvidenceId"];
            /** @description Revision of the text that the window was cut from. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First offset of the window, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Offset after the window, in UTF-16 code units; never inside a surrogate pair.
             */
            end: number;
            /** @description The exact text of the window; at most 12000 UTF-16 code units. */
            text: string;
            /** @description Public address of the original; left out when it has none. At most 2048 code points. */
            url?: string;
            /** @description Whether the evidence was approved. */
            curation: components["schemas"]["EvidenceCuration"];
            /** @description What the text is; left out when that is not known. */
            evidenceKind?: components["schemas"]["EvidenceKind"];
            /** @description Whether it is known who speaks; left out when that is not known. */
            speaker?: components["schemas"]["EvidenceSpeaker"];
            /** @description When the original was published; null when unknown. */
            publishedAt: components["schemas"]["PublicationDate"] | null;
            /**
             * Format: date-time
             * @description When the text was retrieved (RFC 3339, UTC, milliseconds); null when that was not recorded.
             */
            retrievedAt: string | null;
            /** @description Whether the original was longer than what is stored; null when that is not known. */
            truncated: boolean | null;
        };
        /** @description The state of the research for one question, and what it has found. */
        QuestionResearch: {
            /**
             * @description The research could be read; `stage` says how it went.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The job, to read the research again. */
            jobId: components["schemas"]["Uuid"];
            /** @description The state of the research. */
            stage: components["schemas"]["QuestionResearchStage"];
            /** @description The stage in words, for people; at most 500 code points. */
            message: string;
            /** @description When the research last moved (RFC 3339, UTC, milliseconds). */
            updatedAt: components["schemas"]["Instant"];
            /** @description Exact passages that bear on the question, best first; at most 6, empty until something is found. */
            references: components["schemas"]["EvidencePassage"][];
            /** @description What could not be looked at, and why; empty when nothing was left out. */
            limitations: components["schemas"]["Limitation"][];
            /** @description What was asked outside: `web` (a search), `page` (the named page), or the platform whose posts were collected: `instagram` (`instagram_reels` for what is spoken there), `tiktok`, `x`. Without a named platform it is the first of these on which the artist has a profile. Null when nothing outside was asked. At most 100 code points. */
            provider?: string | null;
            /** @description Sent with a request: true when an equal request's live work or recent result was taken over instead of queuing a new job. */
            reused?: boolean;
        };
        /**
         * @description What has been decided. `pending`: nothing yet. The others repeat the decision, and a discovery that was not approved does not come back by itself.
         * @enum {string}
         */
        DiscoveryCuration: "pending" | "approved" | "declined" | "wrong_artist" | "incorrect";
        /**
         * @description Where the artist posts.
         * @enum {string}
         */
        SocialPlatform: "instagram" | "tiktok" | "x";
        /**
         * @description What an approval makes of the discovery, a source of the artist's Lore or a link on the artist's page.
         * @enum {string}
         */
        DiscoveryDestination: "lore" | "link";
        /**
         * @description Whether the page is about this artist, as far as research could tell.
         * @enum {string}
         */
        DiscoveryIdentity: "confirmed" | "unresolved" | "wrong_artist";
        /** @description Something that research found and that a person decides about. One address is one candidate. */
        DiscoveryCandidate: {
            /** @description The candidate. */
            id: components["schemas"]["Uuid"];
            /** @description Canonical http or https address of what was found; at most 2048 code points. */
            url: string;
            /** @description Title of the page; null when it has none. At most 300 code points. */
            title: string | null;
            /** @description The platform that the address belongs to; null for any other site. */
            platform: components["schemas"]["SocialPlatform"] | null;
            /** @description What an approval makes of it. */
            destination: components["schemas"]["DiscoveryDestination"];
            /** @description Whether it is about this artist. */
            identity: components["schemas"]["DiscoveryIdentity"];
            /** @description What has been decided. */
            curation: components["schemas"]["DiscoveryCuration"];
            /** @description Why research proposes it, in words; at most 500 code points. */
            reason: string;
            /** @description Revision of the candidate, to be sent back with a decision; the evidence read takes it as well, and opens the current text. See "Revisions". */
            revision: components["schemas"]["Revision"];
            /** @description The evidence to read before deciding, as the bare uuid of a discovery: `<uuid>` and `discovery:<uuid>` both open it. Null when no text was stored. */
            evidenceId: components["schemas"]["EvidenceId"] | null;
        };
        /** @description One page of the candidates of one curation. */
        DiscoveryList: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Candidates of the asked curation, the oldest first. */
            candidates: components["schemas"]["DiscoveryCandidate"][];
            /** @description Cursor of the next page; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /**
         * @description `approve` makes the source or link eligible. `decline`: right, but not wanted. `wrong_artist`: about another artist. `incorrect`: about the artist, but false. `reopen` takes the decision back: the candidate waits again.
         * @enum {string}
         */
        DiscoveryDecision: "approve" | "decline" | "wrong_artist" | "incorrect" | "reopen";
        /** @description A decision about exactly the candidate that was looked at. */
        DiscoveryReviewRequest: {
            /** @description The candidate's revision as it was listed. */
            revision: components["schemas"]["Revision"];
            /** @description What is decided. */
            decision: components["schemas"]["DiscoveryDecision"];
        };
        /** @description The candidate after the decision. */
        DiscoveryReview: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The candidate in its current state. */
            candidate: components["schemas"]["DiscoveryCandidate"];
        };
        /** @description One window of a piece of research evidence. */
        EvidenceReading: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The window. */
            passage: components["schemas"]["EvidencePassage"];
            /**
             * Format: int32
             * @description Length of the whole text of this revision, in UTF-16 code units.
             */
            totalChars: number;
            /**
             * Format: int32
             * @description The `start` that continues the reading, in UTF-16 code units; null when the window reaches the end.
             */
            nextStart: number | null;
        };
        /**
         * @description The quoted text, byte for byte. Its length is counted in Unicode code points, the window's in UTF-16 code units, so a
         *     quote of 1600 characters outside the Basic Multilingual Plane spans 3200 units.
         */
        Quote: string;
        /** @description An exact passage of an original source. */
        OriginalReference: {
            /**
             * @description Tells this form of a reference from the other. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "original";
            /** @description Full identity of the source. */
            sourceId: components["schemas"]["SourceId"];
            /** @description The revision of the source that was read. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the window, in UTF-16 code units of that revision's text.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the window, in UTF-16 code units; `end - start` is the quote's length in the same units.
             */
            end: number;
            /** @description The text of the window, exactly. */
            quote: components["schemas"]["Quote"];
        };
        /** @description An exact passage of an earlier answer. */
        AnswerReference: {
            /**
             * @description Tells this form of a reference from the other. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "answer";
            /** @description Full identity of the answer, as memory and history list it. */
            entryId: components["schemas"]["Uuid"];
            /** @description The revision of the answer that was read. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the window, in UTF-16 code units of the answer in that revision.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the window, in UTF-16 code units; `end - start` is the quote's length in the same units.
             */
            end: number;
            /** @description The text of the window, exactly. */
            quote: components["schemas"]["Quote"];
        };
        /** @description Evidence cited by a question, by identity, revision and an exact window with its quote. */
        Reference: components["schemas"]["OriginalReference"] | components["schemas"]["AnswerReference"];
        /** @description Where the words of a reference stand in the current revision of its source. */
        Relocation: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The reference to cite instead, exact in the current revision; null when no window of it holds these words. */
            reference: components["schemas"]["Reference"] | null;
            /**
             * Format: double
             * @description How much of both passages agrees, word for word and in order, by the length of the words: 1 when all of it does, and 0.6 or more for every window that is offered; 0 when there is none.
             */
            score: number;
            /** @description Whether the window is the old quote, code unit for code unit. */
            exact: boolean;
        };
        /** @description Opens the conversation, or takes it up where it was left. Valid at every step. */
        OpenTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "open";
        };
        /** @description A profile that the person has added. */
        AddedLink: {
            /** @description Address of the profile. */
            url: components["schemas"]["HttpUrl"];
        };
        /** @description Name of a site as a candidate or linked profile carried it; 1 to 100 Unicode code points. From the second profile on one site it ends in a number, so that each profile has a name of its own. */
        SiteName: string;
        /** @description Ends the step `profiles` with what was found, what was added and what was taken out. */
        ConfirmProfilesTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "confirm_profiles";
            /** @description Profiles to add; at most 100. */
            addedLinks: components["schemas"]["AddedLink"][];
            /** @description Found profiles that are not the artist's; at most 100. */
            removedSiteNames: components["schemas"]["SiteName"][];
        };
        /** @description Keeps the corrections made so far and looks for further profiles. The step `profiles` goes on. What was taken out stays out, unless it is added by its address. */
        FindMoreProfilesTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "find_more_profiles";
            /** @description Profiles to add first; at most 100. */
            addedLinks?: components["schemas"]["AddedLink"][];
            /** @description Found profiles that are not the artist's; at most 100. */
            removedSiteNames?: components["schemas"]["SiteName"][];
        };
        /**
         * @description Whether a collected source may be used as evidence.
         * @enum {string}
         */
        VaultVerdict: "approved" | "rejected";
        /** @description What the person decided about one collected source. */
        VaultDecision: {
            /** @description The vault record, as the `source` event named it. */
            sourceId: components["schemas"]["Uuid"];
            /** @description What was decided. */
            status: components["schemas"]["VaultVerdict"];
        };
        /** @description Ends the step `vault`. A source without a decision stays unused. The text of an approved page that is not stored yet is fetched in the background, while the conversation continues. */
        VaultReviewTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "vault_review";
            /** @description Decisions about collected sources; at most 100. Of two about one source the last counts. */
            decisions: components["schemas"]["VaultDecision"][];
            /** @description Pages that the person adds and thereby approves; at most 100. */
            addedUrls: components["schemas"]["HttpUrl"][];
        };
        /** @description Key of a question, unique within the artist and made by the service (length in Unicode code points). */
        QuestionKey: string;
        /** @description An answer as typed (length in Unicode code points); not only white space and invisible characters. Nothing is trimmed. */
        AnswerText: string;
        /** @description Wording of an interview question; 1 to 500 Unicode code points. */
        OnboardingQuestion: string;
        /** @description Answers or skips the interview question that was asked. After the last one the step `interview` ends. A question that is answered takes no other words here: the saved response is edited instead. */
        InterviewAnswerTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "interview_answer";
            /** @description The question, by the key that its `chat` event carried. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description The exact answer; null is an explicit skip. */
            answer: components["schemas"]["AnswerText"] | null;
            /** @description The wording as it was shown. When it is sent it must be the wording that was asked. */
            question?: components["schemas"]["OnboardingQuestion"];
        };
        /**
         * @description Who writes the page, the service from the evidence (`generate`) or the artist (`self`).
         * @enum {string}
         */
        AboutMode: "generate" | "self";
        /** @description The artist's whole Lore as text; at most 20000 Unicode code points, not only white space and invisible characters unless it is empty. */
        LoreDocument: string;
        /** @description Asks for a draft of the page. The step `publish` goes on until the draft is published. */
        AboutChoiceTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "about_choice";
            /** @description Who writes. */
            mode: components["schemas"]["AboutMode"];
            /** @description With `self`, the artist's own text. With `generate`, the draft to start from, or an empty string. */
            doc: components["schemas"]["LoreDocument"];
            /** @description Sources that the text rests on; at most 100, empty to leave the choice to the service. */
            sources: components["schemas"]["SourceId"][];
        };
        /** @description The short biography on the artist's page; at most 20000 Unicode code points. */
        AboutText: string;
        /** @description Publishes a draft, provided that the published biography is still the one the person saw. Sentences of a generated draft that are missing or were changed are kept as corrections. Both texts are compared with every boundary and correction, these included; a sentence that one of them touches is refused with an `error` event of `state_changed`. The Lore stays as it was published until the artist publishes again; an empty one leaves it to be composed. */
        PublishTurn: {
            /**
             * @description Tells the turn apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "publish";
            /** @description The Lore to publish. */
            doc: components["schemas"]["LoreDocument"];
            /** @description The biography to publish, at most 20000 Unicode code points; empty for none, and not only white space and invisible characters. */
            about: string;
            /** @description Sources that the text rests on, as the draft named them; at most 100. */
            sources: components["schemas"]["SourceId"][];
            /** @description The biography that was published when the draft was made, as its event carried it; null when there was none. */
            expectedBio: components["schemas"]["AboutText"] | null;
        };
        /** @description One turn of the person who is being onboarded, distinguished by `type`. */
        OnboardingTurn: components["schemas"]["OpenTurn"] | components["schemas"]["ConfirmProfilesTurn"] | components["schemas"]["FindMoreProfilesTurn"] | components["schemas"]["VaultReviewTurn"] | components["schemas"]["InterviewAnswerTurn"] | components["schemas"]["AboutChoiceTurn"] | components["schemas"]["PublishTurn"];
        /**
         * @description The steps of onboarding, in the order that the service keeps.
         * @enum {string}
         */
        OnboardingStep: "profiles" | "vault" | "interview" | "publish";
        /** @description When each step was completed (RFC 3339, UTC, milliseconds); null while it is not. */
        OnboardingSteps: {
            /**
             * Format: date-time
             * @description When the artist's profiles were confirmed.
             */
            profiles: string | null;
            /**
             * Format: date-time
             * @description When the collected sources were reviewed.
             */
            vault: string | null;
            /**
             * Format: date-time
             * @description When the interview questions were answered or skipped.
             */
            interview: string | null;
            /**
             * Format: date-time
             * @description When the page was published.
             */
            publish: string | null;
        };
        /** @description How far an artist's onboarding has come. For an unknown artist nothing has begun. */
        OnboardingState: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description True when every step is completed. */
            complete: boolean;
            /** @description The first step that is not completed; null when onboarding is complete. */
            currentStep: components["schemas"]["OnboardingStep"] | null;
            /** @description When each step was completed. */
            steps: components["schemas"]["OnboardingSteps"];
        };
        /** @description A release as a public catalogue lists it. */
        LatestRelease: {
            /** @description Title of the release; at most 300 code points. */
            title: string;
            /** @description What the catalogue calls it, such as Album, Single or EP; null when it does not say. */
            type: string | null;
            /** @description When it first came out, as exactly as the catalogue knows it: a year, a month or a day (`2024`, `2024-03`, `2024-03-01`); null when it does not. */
            releasedOn: string | null;
            /** @description The catalogue that lists it. */
            catalog: string;
            /** @description Address of the release in the catalogue; at most 2048 code points. */
            url: string | null;
        };
        /** @description A short orientation about an artist. It is not evidence and must not be cited. */
        ArtistBrief: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The artist. */
            artistId: components["schemas"]["Uuid"];
            /** @description The artist's name; null when none is recorded. */
            name: string | null;
            /** @description The published biography; null when none is published. */
            bio: string | null;
            /** @description Summary composed by the latest completed Lore refresh; null before the first one. */
            generatedLoreSummary: string | null;
            /** @description The artist's releases as a public catalogue lists them, the latest first, at most 10; left out while none are known. An addition to the interface, which a client may ignore. Not evidence, and not counted in `returnedChars`. */
            latestReleases?: components["schemas"]["LatestRelease"][];
            /**
             * @description Always false, generated text is never evidence.
             * @constant
             */
            summaryIsEvidence: false;
            /** @description The evidence that exists for the artist. */
            coverage: components["schemas"]["Coverage"];
            /**
             * @description Always true; the interview memory has to be read before a question is prepared.
             * @constant
             */
            historyRequired: true;
            /**
             * Format: int32
             * @description Name, biography and summary together, in UTF-16 code units.
             */
            returnedChars: number;
            /** @description True when the biography or the summary was cut to fit the 6000 code units. */
            truncated: boolean;
        };
        /**
         * @description What the source is: a record of the artist's vault (a linked page or an upload), the caption of a post, or the transcript of a spoken post.
         * @enum {string}
         */
        SourceKind: "vault" | "social_caption" | "reel_transcript";
        /**
         * @description How the text came into the service.
         * @enum {string}
         */
        SourceOrigin: "vault_link" | "vault_upload" | "social_caption" | "provider_transcript";
        /**
         * @description Whether it is known who speaks in the text. `not_applicable`: written text. `unverified`: spoken, by an unconfirmed speaker. `verified`: spoken, and the speaker was confirmed.
         * @enum {string}
         */
        SourceSpeaker: "not_applicable" | "unverified" | "verified";
        /** @description Where the text of a source comes from. */
        Provenance: {
            /** @description How the text came into the service. */
            origin: components["schemas"]["SourceOrigin"];
            /** @description The outside system that delivered the text; null when there was none. At most 100 code points. */
            provider: string | null;
            /** @description The way the text was obtained, such as readable-page extraction; null when unknown. At most 100 code points. */
            method: string | null;
            /** @description Whether it is known who speaks. */
            speaker: components["schemas"]["SourceSpeaker"];
            /** @description Who published the original, as stated with it; null when not stated. At most 300 code points. */
            publisher: string | null;
            /** @description Always null for now; the service attributes no words to a named speaker. */
            speakerName: null;
            /**
             * @description Always `unknown`; the service claims no relation between publisher and artist.
             * @constant
             * @enum {string}
             */
            relationship: "unknown";
        };
        /**
         * @description Whether the text of a source can be read. `ready`: stored. `queued` and `running`: being recovered. `failed`: the last recovery brought nothing. `unknown`: no text, and never tried.
         * @enum {string}
         */
        ExtractionReadiness: "ready" | "queued" | "running" | "failed" | "unknown";
        /** @description The state of a source's stored text. */
        Extraction: {
            /** @description Whether the text can be read now. */
            readiness: components["schemas"]["ExtractionReadiness"];
            /**
             * Format: int32
             * @description Length of the stored text in UTF-16 code units; 0 when none is stored.
             */
            storedChars: number;
            /** @description Whether the original was longer than what is stored; null when that is not known. */
            truncated: boolean | null;
            /** @description What a reader should know about the extraction; empty when there is nothing to say. */
            limitations: components["schemas"]["Limitation"][];
        };
        /** @description One original source of the artist, described without its text. */
        Source: {
            /** @description Full identity, used to read and to cite the source. */
            sourceId: components["schemas"]["SourceId"];
            /** @description What the source is. */
            kind: components["schemas"]["SourceKind"];
            /** @description Title as ingested; null when it has none. At most 300 Unicode code points. */
            title: string | null;
            /** @description True when the title was cut to its limit. */
            titleTruncated: boolean;
            /** @description Public http or https address of the original; null when it has none. At most 2048 code points. */
            url: string | null;
            /** @description Revision of the current text; that of the empty text while none is stored. See "Revisions" in the description of this document. */
            revision: components["schemas"]["Revision"];
            /** @description When the original was published; null when unknown. */
            publishedAt: components["schemas"]["PublicationDate"] | null;
            /**
             * Format: date-time
             * @description When the current text was stored (RFC 3339, UTC, milliseconds); null while none is stored.
             */
            ingestedAt: string | null;
            /** @description Where the text comes from. */
            provenance: components["schemas"]["Provenance"];
            /** @description The state of the stored text. */
            extraction: components["schemas"]["Extraction"];
            /** @description The exact beginning of the current text, to tell sources apart by; null while none is stored. At most 600 Unicode code points. */
            description: string | null;
            /** @description True when the text goes on after the description. */
            descriptionTruncated: boolean;
            /**
             * Format: date-time
             * @description When an upload was received (RFC 3339, UTC, milliseconds); null for everything that was not uploaded.
             */
            uploadedAt: string | null;
            /** @description Always null for now; the service derives no event date from a text. */
            eventDate: null;
            /** @description Always null for now; the service does not follow a source to an earlier publication. */
            originalSourceUrl: null;
        };
        /** @description One page of the artist's sources. */
        SourceList: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Eligible sources, those that came last first; fewer than `limit` when the page's character budget was spent. */
            sources: components["schemas"]["Source"][];
            /** @description Coverage over the whole list as `kind` narrows it, not over this page. */
            coverage: components["schemas"]["Coverage"];
            /** @description What the page spent, and the cursor of the next page. */
            budget: components["schemas"]["Budget"];
        };
        /** @description Words to look for, 1 to 500 Unicode code points, not only white space and invisible characters. Case, accents and English inflection do not matter for matching. */
        SearchQuery: string;
        /** @description An exact window of one revision of a source. `text` equals the stored text from `start` up to, not including, `end`, code unit for code unit. */
        KnowledgePassage: {
            /** @description The source that the window was cut from. */
            source: components["schemas"]["Source"];
            /** @description Revision of the text that the window was cut from; may be older than the source's current one. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First offset of the window, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Offset after the window, in UTF-16 code units; never inside a surrogate pair.
             */
            end: number;
            /** @description The exact text of the window; at most 20000 UTF-16 code units. */
            text: string;
            /**
             * Format: int32
             * @description Page of the original that the window begins on, counted from 1; null when the original has no pages.
             */
            page: number | null;
            /**
             * Format: double
             * @description Where the window begins in the recording, in seconds; null when there is no timing.
             */
            startSeconds: number | null;
            /**
             * Format: double
             * @description Where the window ends in the recording, in seconds; null when there is no timing.
             */
            endSeconds: number | null;
        };
        /** @description Windows of the artist's sources that match a query, best first. */
        EvidenceSearch: {
            /**
             * @description Success, also when nothing matched.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Exact windows, best match first; empty when nothing matched. */
            passages: components["schemas"]["KnowledgePassage"][];
            /** @description What was searched and what was not. */
            coverage: components["schemas"]["Coverage"];
            /**
             * Format: int32
             * @description Text of all passages together, in UTF-16 code units; at most `maxChars`.
             */
            returnedChars: number;
            /** @description True when a match was shortened or left out to stay within `maxChars`. */
            truncated: boolean;
        };
        /**
         * @description Whether a revision is the source's present text or a retained earlier one.
         * @enum {string}
         */
        SourceVersionState: "current" | "historical";
        /** @description Which of the retained versions of the source the read revision is. */
        SourceVersion: {
            /** @description Whether the revision read is the current one. */
            state: components["schemas"]["SourceVersionState"];
            /** @description The source's current revision. */
            currentRevision: components["schemas"]["Revision"];
            /**
             * Format: date-time
             * @description When the revision read was captured (RFC 3339, UTC, milliseconds); null when that was not recorded.
             */
            capturedAt: string | null;
        };
        /** @description One window of a source's text. */
        SourceReading: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The window. */
            passage: components["schemas"]["KnowledgePassage"];
            /**
             * Format: int32
             * @description Length of the whole text of this revision, in UTF-16 code units.
             */
            totalChars: number;
            /**
             * Format: int32
             * @description The `start` that continues the reading, in UTF-16 code units; null when the window reaches the end.
             */
            nextStart: number | null;
            /**
             * Format: int32
             * @description Length of the window, in UTF-16 code units.
             */
            returnedChars: number;
            /** @description True when text follows the window. */
            truncated: boolean;
            /** @description Present exactly when `includeVersion` was true. */
            version?: components["schemas"]["SourceVersion"];
        };
        /** @description Which vault records to recover the text of. */
        SourceRecoveryRequest: {
            /** @description Bare ids of the artist's vault records, without the `vault:` prefix; 1 to 20, none twice. */
            sourceIds: components["schemas"]["Uuid"][];
        };
        /** @description What a request to recover missing text has queued. */
        SourceRecovery: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The queued job; null when nothing needed work. */
            jobId: components["schemas"]["Uuid"] | null;
            /**
             * Format: int32
             * @description Records that the job will work on.
             */
            queued: number;
        };
        /** @description The quoted text, byte for byte. */
        LoreQuote: string;
        /** @description The passage of an original source that a sentence of the Lore quotes. */
        LoreOriginalReference: {
            /**
             * @description Tells this form of a reference from the other. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "original";
            /** @description Full identity of a source, which `readArtistSource` opens, or of an approved discovery, which `readResearchEvidence` opens. */
            sourceId: components["schemas"]["EvidenceId"];
            /** @description The revision of the source that is quoted. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the window, in UTF-16 code units of that revision's text.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the window, in UTF-16 code units.
             */
            end: number;
            /** @description The text of the window, exactly. */
            quote: components["schemas"]["LoreQuote"];
        };
        /** @description The passage of an answer that a sentence of the Lore quotes. */
        LoreAnswerReference: {
            /**
             * @description Tells this form of a reference from the other. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "answer";
            /** @description Full identity of the answer. */
            entryId: components["schemas"]["Uuid"];
            /** @description The revision of the answer that is quoted. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the window, in UTF-16 code units of the answer in that revision.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the window, in UTF-16 code units.
             */
            end: number;
            /** @description The text of the window, exactly. */
            quote: components["schemas"]["LoreQuote"];
        };
        /**
         * @description What a citation quotes: the fields of a `Reference`, but the quote may be shorter or longer. From 8 to 1600 code points one of
         *     a source or an answer is a complete `Reference`, which a question may cite.
         */
        LoreReference: components["schemas"]["LoreOriginalReference"] | components["schemas"]["LoreAnswerReference"];
        /** @description What one passage of the Lore quotes. */
        LoreCitation: {
            /**
             * Format: int32
             * @description First position of the passage in the Lore's text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the passage, in UTF-16 code units.
             */
            end: number;
            /** @description The evidence; its quote equals the passage. */
            reference: components["schemas"]["LoreReference"];
        };
        /**
         * @description Who wrote the text: `composer` is a page of printed passages and answers, `model` the same page with an overview by a
         *     configured model above it, which is only ever a proposal, `artist` is a text that the artist published.
         * @enum {string}
         */
        LoreAuthor: "composer" | "model" | "artist";
        /**
         * @description What a version is now: `published` is what visitors read, the newest that the artist published or, before that, the
         *     newest that was composed; `proposal` is the newest composition since; `earlier` is any other.
         * @enum {string}
         */
        LoreState: "published" | "proposal" | "earlier";
        /** @description A source that a version quotes, as its list of sources names it. */
        LoreSource: {
            /**
             * Format: int32
             * @description The number in square brackets by which the text refers to it.
             */
            number: number;
            /** @description Full identity of the source, or of an approved discovery. */
            sourceId: components["schemas"]["EvidenceId"];
            /** @description Its title; null where it has none. At most 300 code points. */
            title: string | null;
            /** @description Who published it; null where that is unknown. At most 300 code points. */
            publisher: string | null;
            /** @description When it was published; null where that is unknown. */
            publishedAt: components["schemas"]["PublicationDate"] | null;
            /** @description Its address; null where it has none. */
            url: string | null;
        };
        /**
         * @description What touches a sentence.
         * @enum {string}
         */
        LoreExclusionCause: "boundary" | "correction";
        /** @description A sentence of a version that a boundary or a correction touches. `publishLore` with `excluded` of `leave_out` takes it out. */
        LoreExclusion: {
            /**
             * Format: int32
             * @description Its first position in the text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description The position after it, in UTF-16 code units.
             */
            end: number;
            /** @description The sentence. */
            text: string;
            /** @description What touches it. */
            because: components["schemas"]["LoreExclusionCause"];
            /** @description The right words of a correction, which then stand in the place of the sentence; null where nothing does. */
            replacement: string | null;
        };
        /** @description One version of the artist's Lore. */
        LoreText: {
            /**
             * Format: int32
             * @description Its number; the first is 1.
             */
            number: number;
            /** @description The whole text. Paragraphs are separated by an empty line. */
            text: string;
            /** @description What its passages quote, in the order of the text. */
            citations: components["schemas"]["LoreCitation"][];
            /** @description Its revision; see "Revisions". */
            revision: components["schemas"]["Revision"];
            /** @description The revision of the version before it; null for the first. */
            previous: components["schemas"]["Revision"] | null;
            /** @description When it was composed or published (RFC 3339, UTC, milliseconds). */
            composedAt: components["schemas"]["Instant"];
            /** @description Who wrote it. */
            by: components["schemas"]["LoreAuthor"];
            /** @description Whether it is what visitors read. */
            isCurrent: boolean;
            /** @description What the version is now. */
            state: components["schemas"]["LoreState"];
            /** @description The sources that it quotes, by their numbers. */
            sources: components["schemas"]["LoreSource"][];
            /** @description Its sentences that a boundary or a correction touches, in the order of the text; the first 500 of them. */
            excluded: components["schemas"]["LoreExclusion"][];
        };
        /** @description One version of the Lore in the list, without its text. */
        LoreVersion: {
            /**
             * Format: int32
             * @description Its number.
             */
            number: number;
            /** @description Its revision, by which its text is read. */
            revision: components["schemas"]["Revision"];
            /** @description The revision of the version before it; null for the first. */
            previous: components["schemas"]["Revision"] | null;
            /** @description When it was composed or published (RFC 3339, UTC, milliseconds). */
            composedAt: components["schemas"]["Instant"];
            /** @description Who wrote it. */
            by: components["schemas"]["LoreAuthor"];
            /** @description What the version is now. */
            state: components["schemas"]["LoreState"];
        };
        /** @description A refresh of the Lore that is queued. */
        LoreRefresh: {
            /** @description When it was queued (RFC 3339, UTC, milliseconds). */
            queuedAt: components["schemas"]["Instant"];
        };
        /** @description A version of the artist's Lore, the proposal beside the published one, and whether a newer one is on its way. */
        ArtistLore: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The version; null as long as nothing was composed. */
            lore: components["schemas"]["LoreText"] | null;
            /** @description The newest composition since the published text, which waits to be published; null where there is none. */
            proposal: components["schemas"]["LoreVersion"] | null;
            /** @description The refresh that is queued; null where none is. */
            refresh: components["schemas"]["LoreRefresh"] | null;
        };
        /** @description One page of the versions of the artist's Lore, the newest first. */
        LoreVersionList: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The versions, the newest first. */
            versions: components["schemas"]["LoreVersion"][];
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /**
         * @description What becomes of sentences that a boundary or a correction touches: `refuse` publishes nothing and quotes the first,
         *     `leave_out` takes them out and marks each place, with the right words of a correction where the wrong ones stood, `keep`
         *     publishes them by the artist's decision.
         * @enum {string}
         */
        ExclusionChoice: "refuse" | "leave_out" | "keep";
        /** @description Which text to publish. */
        LorePublication: {
            /** @description The version to publish; any version of the artist. */
            revision: components["schemas"]["Revision"];
            /** @description The published version as the caller knows it; null where there is none. */
            publishedRevision: components["schemas"]["Revision"] | null;
            /** @description The version as the artist has edited it. Absent, its own text. */
            text?: string;
            /** @description What becomes of sentences that a boundary or a correction touches; `refuse` where it is absent. */
            excluded?: components["schemas"]["ExclusionChoice"];
        };
        /** @description The text that visitors read now. */
        PublishedLore: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The published version. */
            lore: components["schemas"]["LoreText"];
        };
        /**
         * @description What the artist decided about a claim, as it was recorded.
         * @example replaced
         * @example dropped
         */
        CorrectionKind: string;
        /** @description A statement about the artist that is wrong in the artist's words, and what is right. */
        ArtistCorrection: {
            /** @description The correction's id. */
            id: components["schemas"]["Uuid"];
            /** @description Its revision, needed to retract it. */
            revision: components["schemas"]["Revision"];
            /** @description What is wrong, byte for byte. */
            claim: string;
            /** @description What is right, byte for byte; null where nothing takes the claim's place. */
            correction: string | null;
            /** @description What was decided. */
            kind: components["schemas"]["CorrectionKind"];
            /** @description When it was first saved (RFC 3339, UTC, milliseconds). */
            createdAt: components["schemas"]["Instant"];
            /** @description When its present wording was saved (RFC 3339, UTC, milliseconds). */
            updatedAt: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When it was retracted (RFC 3339, UTC, milliseconds); null while it holds.
             */
            retractedAt: string | null;
        };
        /** @description One page of the corrections that hold. */
        CorrectionList: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The corrections, the oldest first. */
            corrections: components["schemas"]["ArtistCorrection"][];
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /**
         * @description What is right; not only white space and invisible characters.
         * @example I recorded it in the kitchen, not in the church.
         */
        CorrectionWording: string;
        /** @description A passage of the Lore that is wrong, and what is right. */
        CorrectionInput: {
            /** @description Chosen by the caller. Sent again with the same content, it returns the correction it saved. */
            requestId: components["schemas"]["Uuid"];
            /** @description The revision of the Lore that was read; that of the published text or of the proposal. */
            loreRevision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the passage in the Lore's text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the passage, in UTF-16 code units; at most 4000 code points after `start`.
             */
            end: number;
            /** @description What is right in the artist's words, stored byte for byte; null drops the claim without a replacement. */
            correction: components["schemas"]["CorrectionWording"] | null;
        };
        /** @description A correction as it is saved now. */
        SavedCorrection: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The saved correction. */
            correction: components["schemas"]["ArtistCorrection"];
        };
        /** @description A correction that is not saved. */
        CorrectionPreviewInput: {
            /** @description The version of the Lore that was read; any version of the artist. */
            loreRevision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description First position of the passage in the Lore's text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the passage, in UTF-16 code units; at most 4000 code points after `start`.
             */
            end: number;
            /** @description What is right in the artist's words; null drops the claim without a replacement. */
            correction: components["schemas"]["CorrectionWording"] | null;
        };
        /** @description A sentence of the Lore that the boundary keeps out. */
        BoundedSentence: {
            /**
             * Format: int32
             * @description Its first position in the Lore's text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description The position after it.
             */
            end: number;
            /** @description The sentence, exactly. */
            text: string;
        };
        /** @description What a correction would take out of the Lore. */
        CorrectionPreview: {
            /**
             * @description Success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /**
             * Format: int32
             * @description Sentences of that Lore that the correction takes out.
             */
            sentenceCount: number;
            /** @description The first of them. */
            sentences: components["schemas"]["BoundedSentence"][];
        };
        /** @description Retracts a boundary or a correction as the caller knows it. */
        RetractInput: {
            /** @description Its `revision`. */
            revision: components["schemas"]["Revision"];
        };
        /**
         * @description What an entry of the history is.
         * @enum {string}
         */
        HistoryEntryKind: "answer" | "correction";
        /**
         * @description A question is offered, then answered or skipped. An answered question stays answered.
         * @enum {string}
         */
        QuestionState: "offered" | "answered" | "skipped";
        /**
         * @description How an answer came to the service: asked in a sitting (`interview`), asked again on an earlier answer (`followup`), given in
         *     the onboarding conversation, or brought in by an operator's import.
         * @enum {string}
         */
        ResponseSource: "interview" | "followup" | "onboarding" | "import";
        /**
         * @description Which text of an entry a field carries.
         * @enum {string}
         */
        HistoryFieldName: "question" | "answer" | "claim" | "correction";
        /** @description One text of an entry, or the part of it that fits this page. */
        HistoryField: {
            /** @description Which text this is. */
            field: components["schemas"]["HistoryFieldName"];
            /** @description The exact slice from `start` to `end` (length in Unicode code points); null where the entry has no such text. */
            text: string | null;
            /**
             * Format: int32
             * @description Where the slice starts in the whole text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the slice, in UTF-16 code units.
             */
            end: number;
            /**
             * Format: int32
             * @description Length of the whole text, in UTF-16 code units.
             */
            totalChars: number;
            /** @description Whether the slice reaches the end of the text. If not, the next page goes on at `end`. */
            complete: boolean;
        };
        /** @description A question with its answer, or a correction of generated text. */
        HistoryEntry: {
            /** @description Full identity of the answer or correction. */
            entryId: components["schemas"]["Uuid"];
            /** @description Its current revision. */
            revision: components["schemas"]["Revision"];
            /** @description What it is. It decides which of the fields below are null. */
            kind: components["schemas"]["HistoryEntryKind"];
            /** @description Key of the question; null on a correction. */
            questionKey: components["schemas"]["QuestionKey"] | null;
            /** @description The state of the question; null on a correction. */
            answerState: components["schemas"]["QuestionState"] | null;
            /**
             * Format: int32
             * @description Number of the sitting in which it was asked; null when it was in none, and on a correction.
             */
            sitting: number | null;
            /**
             * Format: date-time
             * @description When the question was offered (RFC 3339, UTC, milliseconds); null when not known, and on a correction.
             */
            offeredAt: string | null;
            /**
             * Format: date-time
             * @description When the answer last changed (RFC 3339, UTC, milliseconds); null before an answer, and on a correction.
             */
            answerUpdatedAt: string | null;
            /** @description How the answer came to the service; null on a correction. */
            source: components["schemas"]["ResponseSource"] | null;
            /** @description What sort of correction it is, as it was recorded (length in Unicode code points); null on an answer. */
            correctionKind: string | null;
            /** @description The evidence the question cites, as it was validated. Empty on a legacy offer, an import and a correction. */
            references: components["schemas"]["Reference"][];
            /** @description Its texts. An entry that is continued from the page before may show only the rest. */
            fields: components["schemas"]["HistoryField"][];
        };
        /**
         * @description Whether boundaries of the artist hold now. `not_implemented` is there for readers written for earlier services; this
         *     one never sends it.
         * @enum {string}
         */
        BoundaryState: "none" | "active" | "not_implemented";
        /** @description Which answer is the newest. */
        LatestAnswer: {
            /** @description Full identity of the answer. */
            entryId: components["schemas"]["Uuid"];
            /** @description Its current revision. */
            revision: components["schemas"]["Revision"];
        };
        /** @description What the history leaves to the mandatory memory, in short. */
        HistoryMemory: {
            /** @description Whether boundaries hold. */
            boundaryState: components["schemas"]["BoundaryState"];
            /** @description The newest answer of the artist; null when there is none. */
            latestAnswer: components["schemas"]["LatestAnswer"] | null;
        };
        /** @description One page of the artist's interview history. */
        InterviewHistory: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /**
             * @description Corrections and answers that match, as far as they fit this page. Each from the newest to the oldest, by when it was
             *     recorded or offered; questions whose offer has no known date come last.
             */
            entries: components["schemas"]["HistoryEntry"][];
            /** @description What this page spent, and where the next one starts. */
            budget: components["schemas"]["Budget"];
            /**
             * @description Whether this page alone shows every constraint on what may be asked. With active boundaries it is false, because
             *     the history does not carry them; the mandatory memory does.
             */
            constraintsComplete: boolean;
            /** @description What the history leaves to the mandatory memory. */
            memory: components["schemas"]["HistoryMemory"];
            /** @description Whether this page holds every correction of the artist, whole. */
            correctionsComplete: boolean;
        };
        /**
         * @description What an entry of the mandatory memory is. The memory lists them in this order.
         * @enum {string}
         */
        MemoryEntryKind: "latest_answer" | "correction" | "boundary";
        /**
         * @description Which text of an entry a field carries. An answer has `question` and `answer`, a correction `claim` and `correction`, a boundary `question` (the one it is tied to) and `wording`.
         * @enum {string}
         */
        MemoryFieldName: "question" | "answer" | "claim" | "correction" | "wording";
        /** @description One text of an entry, or the part of it that fits this page. */
        MemoryField: {
            /** @description Which text this is. */
            name: components["schemas"]["MemoryFieldName"];
            /** @description The exact slice from `start` to `end` (length in Unicode code points); null where the entry has no such text. */
            text: string | null;
            /**
             * Format: int32
             * @description Where the slice starts in the whole text, in UTF-16 code units.
             */
            start: number;
            /**
             * Format: int32
             * @description Position after the slice, in UTF-16 code units.
             */
            end: number;
            /**
             * Format: int32
             * @description Length of the whole text, in UTF-16 code units.
             */
            totalChars: number;
            /** @description Whether the slice reaches the end of the text. If not, the next page goes on at `end`. */
            complete: boolean;
        };
        /**
         * @description Whether a boundary holds for the sitting it was drawn in, or until it is retracted.
         * @enum {string}
         */
        BoundaryScope: "sitting" | "until_retracted";
        /** @description Facts about the entry that need no text. Which of them are there depends on the entry's `kind`. */
        MemoryMetadata: {
            /**
             * Format: date-time
             * @description When its texts were saved (RFC 3339, UTC, milliseconds); null when that is not known. On every entry.
             */
            savedAt?: string | null;
            /** @description On an answer its question; on a boundary the question on which it was drawn. */
            questionKey?: components["schemas"]["QuestionKey"];
            /** @description On an answer, how it came to the service. */
            source?: components["schemas"]["ResponseSource"];
            /**
             * Format: int32
             * @description On an answer the sitting in which it was asked, null when it was in none; on a boundary the sitting in which it was drawn.
             */
            sitting?: number | null;
            /** @description On a correction, what sort it is, as it was recorded (length in Unicode code points). */
            correctionKind?: string;
            /** @description On a boundary, how long it holds. */
            scope?: components["schemas"]["BoundaryScope"];
        };
        /** @description One thing the interviewer must have read. Nothing is summarised and nothing is left out. */
        MemoryEntry: {
            /** @description Full identity of the answer, correction or boundary. */
            entryId: components["schemas"]["Uuid"];
            /** @description Its current revision. */
            revision: components["schemas"]["Revision"];
            /** @description What it is. */
            kind: components["schemas"]["MemoryEntryKind"];
            /** @description Its texts. An entry that is continued from the page before may show only the rest. */
            fields: components["schemas"]["MemoryField"][];
            /** @description Facts about the entry. */
            metadata: components["schemas"]["MemoryMetadata"];
        };
        /** @description What this page spent, and where the next one starts. */
        MemoryBudget: {
            /**
             * Format: int32
             * @description Text on this page, in UTF-16 code units.
             */
            returnedChars: number;
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /** @description One page of the memory that is mandatory before a question is offered in the sitting. */
        InterviewMemory: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /**
             * @description Identifies the whole memory for this sitting, the same on every page. An offer sends it as `memorySnapshotId`. It moves when
             *     an answer is saved or revised, a correction changes, a boundary is saved or retracted, or the sitting differs; an
             *     offer, a skip or a new source leaves it.
             */
            snapshotId: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description The sitting that was asked about.
             */
            sitting: number;
            /** @description The newest answer of the artist; null when there is none. */
            latestAnswer: components["schemas"]["LatestAnswer"] | null;
            /**
             * Format: int32
             * @description Number of entries in the whole memory, over all pages.
             */
            totalEntries: number;
            /**
             * @description The newest answer, every correction, and every boundary that applies to the sitting, in that order; corrections and
             *     boundaries each from the oldest to the newest.
             */
            entries: components["schemas"]["MemoryEntry"][];
            /** @description Whether this one page is the whole memory, every text to its end. False on each page of several. */
            constraintsComplete: boolean;
            /** @description What this page spent, and where the next one starts. */
            budget: components["schemas"]["MemoryBudget"];
        };
        /**
         * @description The text of a question as it is kept (length in Unicode code points). Offers of a sitting have 10 to 500; questions
         *     imported from earlier days may be shorter or longer.
         */
        AskedQuestion: string;
        /** @description A limit the artist has drawn in so many words. Only an explicit request makes one; a skip never does. */
        Boundary: {
            /** @description The boundary's id. */
            id: components["schemas"]["Uuid"];
            /** @description The boundary's revision, needed to retract it. */
            revision: components["schemas"]["Revision"];
            /** @description The artist's own words, byte for byte (length in Unicode code points). */
            wording: string;
            /** @description How long it holds. */
            scope: components["schemas"]["BoundaryScope"];
            /**
             * Format: int32
             * @description Number of the sitting in which it was drawn.
             */
            sitting: number;
            /** @description Key of the question on which it was drawn. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description That question. */
            question: components["schemas"]["AskedQuestion"];
            /** @description When it was saved (RFC 3339, UTC, milliseconds). */
            createdAt: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When it was retracted (RFC 3339, UTC, milliseconds); null while it holds.
             */
            retractedAt: string | null;
        };
        /** @description One page of the boundaries that hold in a sitting. */
        BoundaryList: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /**
             * Format: int32
             * @description The sitting that was asked about.
             */
            sitting: number;
            /** @description Boundaries that hold, the oldest first. */
            boundaries: components["schemas"]["Boundary"][];
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /** @description The wording of a boundary (length in Unicode code points); not only white space and invisible characters. */
        BoundaryWording: string;
        /** @description An explicit boundary, tied to a question that was offered to the artist. */
        BoundaryInput: {
            /** @description Chosen by the caller. Sent again with the same content, it returns the boundary it saved. */
            requestId: components["schemas"]["Uuid"];
            /** @description Key of an offered question of this artist, in whatever state it is now: its answer is left out of the Lore whole. `general` belongs to no question. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description The boundary in the artist's own words. */
            wording: components["schemas"]["BoundaryWording"];
            /** @description How long it is to hold. */
            scope: components["schemas"]["BoundaryScope"];
        };
        /** @description A boundary as it is saved now. */
        SavedBoundary: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The saved boundary. */
            boundary: components["schemas"]["Boundary"];
        };
        /** @description A boundary that is not saved. */
        BoundaryPreviewInput: {
            /** @description Key of an offered question of this artist, in whatever state it is now. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description The boundary in the artist's own words. */
            wording: components["schemas"]["BoundaryWording"];
        };
        /** @description An answer of which the boundary keeps out a sentence or all. */
        BoundedAnswer: {
            /** @description Full identity of the answer. */
            entryId: components["schemas"]["Uuid"];
            /** @description Key of its question. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description Its question. */
            question: components["schemas"]["AskedQuestion"];
            /**
             * Format: int32
             * @description Sentences that are kept out.
             */
            sentenceCount: number;
            /** @description Whether the whole answer is kept out, because its question is bounded or speaks of the subject. */
            isWhole: boolean;
        };
        /** @description What a boundary would keep out of the Lore. */
        BoundaryPreview: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The Lore that was compared; null as long as nothing was composed. */
            loreRevision: components["schemas"]["Revision"] | null;
            /**
             * Format: int32
             * @description Sentences of that Lore that the boundary keeps out.
             */
            sentenceCount: number;
            /** @description The first of them. */
            sentences: components["schemas"]["BoundedSentence"][];
            /**
             * Format: int32
             * @description Answers of which the boundary keeps out a sentence or all.
             */
            answerCount: number;
            /** @description The first of them, the most recently saved first. */
            answers: components["schemas"]["BoundedAnswer"][];
        };
        /**
         * @description A sitting is active until it is finished; it never opens again.
         * @enum {string}
         */
        SessionState: "active" | "finished";
        /** @description A question offered to the artist, with its answer once there is one. Every field is always present. */
        Question: {
            /** @description The question's id, which is also its answer's. */
            id: components["schemas"]["Uuid"];
            /** @description The service's own key of the question. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description What was asked, as it was saved. Immutable. */
            question: components["schemas"]["AskedQuestion"];
            /** @description The answer as it was typed (length in Unicode code points); null until it is given, and after a skip. */
            answer: string | null;
            /** @description The state of the question. */
            state: components["schemas"]["QuestionState"];
            /** @description Revision of the question with its answer; it moves with every change of either answer or state. */
            revision: components["schemas"]["Revision"];
            /**
             * Format: int32
             * @description Number of the sitting in which it was offered. A legacy offer belongs to none and has the number that the next sitting will have, for which its memory and boundaries are read.
             */
            sitting: number;
            /** @description When it was offered (RFC 3339, UTC, milliseconds). Immutable. */
            offeredAt: components["schemas"]["Instant"];
            /** @description When the answer last changed (RFC 3339, UTC, milliseconds); the instant of the offer until then. */
            answerUpdatedAt: components["schemas"]["Instant"];
            /**
             * Format: int32
             * @description Position in the sitting, from 1; null on a legacy offer.
             */
            ordinal: number | null;
            /** @description The evidence the question cites, as it was validated. Empty on a legacy offer. */
            references: components["schemas"]["Reference"][];
        };
        /** @description One interview sitting. */
        Session: {
            /** @description The sitting's id. */
            id: components["schemas"]["Uuid"];
            /**
             * Format: int32
             * @description Number of the sitting, one above every earlier sitting of the artist.
             */
            sitting: number;
            /** @description Whether the sitting still takes offers and answers. */
            state: components["schemas"]["SessionState"];
            /** @description When the sitting started (RFC 3339, UTC, milliseconds). */
            createdAt: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description When it was finished (RFC 3339, UTC, milliseconds); null while it is active. Set once.
             */
            closedAt: string | null;
            /** @description The questions offered so far, by ordinal. */
            questions: components["schemas"]["Question"][];
        };
        /** @description The artist's latest, or the addressed, sitting as it is saved, with the open offers of earlier days. */
        InterviewState: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The sitting; null when the artist never had one. */
            session: components["schemas"]["Session"] | null;
            /**
             * @description Open questions that belong to no sitting, the oldest first. They are answered or skipped before a sitting can
             *     start. Where more than three are open the three oldest are listed, and answering them brings up the next.
             */
            legacyOffers: components["schemas"]["Question"][];
        };
        /** @description Starts a sitting, once. */
        StartInput: {
            /** @description Chosen by the caller. Sent again, it returns the sitting it started. */
            requestId: components["schemas"]["Uuid"];
        };
        /** @description The sitting that a request started, as it is saved, with the open offers of earlier days. */
        StartedSitting: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The sitting. */
            session: components["schemas"]["Session"];
            /** @description Open questions that belong to no sitting, the oldest first; at most three are listed. */
            legacyOffers: components["schemas"]["Question"][];
        };
        /** @description The text of a prepared question (length in Unicode code points); not only white space and invisible characters. */
        QuestionText: string;
        /** @description A question prepared by the client, with the evidence it rests on. */
        OfferInput: {
            /**
             * Format: int32
             * @description Position in the sitting, from 1. Each needs the one before it answered or skipped.
             */
            ordinal: number;
            /** @description The `snapshotId` of the mandatory memory that was read for this sitting. */
            memorySnapshotId: components["schemas"]["Revision"];
            /** @description What to ask. */
            question: components["schemas"]["QuestionText"];
            /** @description The evidence that the question cites. */
            references: components["schemas"]["Reference"][];
        };
        /** @description A question as it is saved now. */
        SavedQuestion: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The saved question. */
            question: components["schemas"]["Question"];
        };
        /** @description An answer, or an explicit skip, to the question as the caller last saw it. */
        AnswerInput: {
            /** @description The question's `revision` as last read. */
            expectedRevision: components["schemas"]["Revision"];
            /** @description The exact answer. Null skips the question; a skip says nothing about what may be asked later. */
            answer: components["schemas"]["AnswerText"] | null;
        };
        /** @description Finishing takes no arguments. The object must be there and must be empty. */
        FinishInput: Record<string, never>;
        /** @description An answered question in one of its revisions. */
        SavedResponse: {
            /** @description The answer's id, which is also its question's. */
            id: components["schemas"]["Uuid"];
            /** @description The service's own key of the question. */
            questionKey: components["schemas"]["QuestionKey"];
            /** @description What was asked. Immutable. */
            question: components["schemas"]["AskedQuestion"];
            /** @description The answer in this revision, byte for byte (length in Unicode code points). */
            answer: string;
            /** @description How the answer came to the service. */
            source: components["schemas"]["ResponseSource"];
            /**
             * Format: int32
             * @description Number of the sitting in which it was asked; null when it was in none. Immutable.
             */
            sitting: number | null;
            /**
             * Format: date-time
             * @description When the question was offered (RFC 3339, UTC, milliseconds); null when that is not known. Immutable.
             */
            offeredAt: string | null;
            /**
             * Format: date-time
             * @description When this wording was saved (RFC 3339, UTC, milliseconds); null when that is not known.
             */
            answerUpdatedAt: string | null;
            /** @description This revision. It covers the one before it, so a wording that comes back has a new revision. */
            revision: components["schemas"]["Revision"];
        };
        /** @description One page of saved responses. */
        ResponseList: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Answered questions in their current revisions, the newest offer first. */
            responses: components["schemas"]["SavedResponse"][];
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /** @description A revision as a strong entity tag, the quotes included. */
        EntityTag: string;
        /** @description One response in one revision, and whether that is the current one. */
        ReadResponse: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The response. */
            response: components["schemas"]["SavedResponse"];
            /** @description Whether the revision returned is the current one. */
            isCurrent: boolean;
        };
        /** @description A new wording for a saved answer. */
        ReviseInput: {
            /** @description The response's `revision` as last read. */
            expectedRevision: components["schemas"]["Revision"];
            /** @description The whole answer in its new wording. A revise never empties an answer and never turns it into a skip. */
            answer: components["schemas"]["AnswerText"];
            /** @description What the edit is about (length in Unicode code points); an empty one is none. It is kept with the version and is not evidence. */
            note?: string;
        };
        /** @description A remark on an edit (length in Unicode code points). */
        RevisionNote: string;
        /** @description One wording an answer has had. */
        ResponseVersion: {
            /** @description The response as it stood in this version. */
            response: components["schemas"]["SavedResponse"];
            /**
             * Format: date-time
             * @description When this version was saved (RFC 3339, UTC, milliseconds); null when that is not known.
             */
            savedAt: string | null;
            /** @description What the editor said about the edit; null when nothing was said, and on the first version. */
            note: components["schemas"]["RevisionNote"] | null;
            /** @description Whether this is the current version. True for exactly one. */
            isCurrent: boolean;
        };
        /** @description One page of the versions of a response. */
        ResponseVersionList: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description The versions, the newest first. */
            versions: components["schemas"]["ResponseVersion"][];
            /** @description Where the next page starts; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        /** @description An artist for whom the caller may speak. */
        MyArtist: {
            /** @description The artist. The paths of the other operations take it. */
            id: components["schemas"]["Uuid"];
            /** @description The artist's name. */
            name: string;
        };
        /** @description A page of the artists for whom the caller may speak. */
        MyArtistList: {
            /**
             * @description A success.
             * @constant
             * @enum {string}
             */
            status: "ok";
            /** @description Whether the caller is an administrator, to whom every artist is listed. */
            administrator: boolean;
            /** @description The artists, by name. */
            artists: components["schemas"]["MyArtist"][];
            /** @description Reads the next page; null on the last one. */
            nextCursor: string | null;
        };
        /** @description Something that the service says to the person. */
        ChatEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "chat";
            /** @description What is said; at most 4000 code points. */
            text: string;
            /** @description Set when the text is an interview question, to be sent back with its answer; null otherwise. */
            questionKey: components["schemas"]["QuestionKey"] | null;
        };
        /** @description How far the work of this turn has come. */
        ProgressEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "progress";
            /** @description What is being done, in words; at most 300 code points. */
            message: string;
            /**
             * Format: int32
             * @description Parts of the work that are finished.
             */
            done: number;
            /**
             * Format: int32
             * @description Parts of the whole work; null while they are not known.
             */
            total: number | null;
        };
        /** @description Ends a turn with the step that is now to be taken. */
        StepEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "step";
            /** @description The first step that is not completed; null when onboarding is complete. */
            currentStep: components["schemas"]["OnboardingStep"] | null;
            /** @description When each step was completed. */
            steps: components["schemas"]["OnboardingSteps"];
        };
        /** @description A profile that may be the artist's and waits to be confirmed. */
        CandidateEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "candidate";
            /** @description The site; the name under which the profile can be taken out again. */
            siteName: components["schemas"]["SiteName"];
            /** @description Address of the profile; at most 2048 code points. */
            url: string;
            /** @description The name that the profile shows; null when it shows none. At most 300 code points. */
            displayName: string | null;
        };
        /** @description A profile that is now linked to the artist. */
        LinkedEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "linked";
            /** @description The site. */
            siteName: components["schemas"]["SiteName"];
            /** @description Address of the profile; at most 2048 code points. */
            url: string;
        };
        /**
         * @description Why an address could not be used.
         * @enum {string}
         */
        UnreachableReason: "not_found" | "blocked" | "not_allowed" | "timed_out" | "unsupported" | "too_large" | "unavailable";
        /** @description An address that was given or found but could not be opened. The turn goes on without it. */
        UnreachableEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "unreachable";
            /** @description The address; at most 2048 code points. */
            url: string;
            /** @description Why it could not be used. */
            reason: components["schemas"]["UnreachableReason"];
        };
        /**
         * @description Whether a collected source was decided about, and how.
         * @enum {string}
         */
        VaultSourceStatus: "pending" | "approved" | "rejected";
        /** @description A collected source, described as far as the person needs it for a decision. */
        OnboardingSource: {
            /** @description The vault record. Its full identity is `vault:` followed by this id. */
            sourceId: components["schemas"]["Uuid"];
            /** @description Title of the source; null when it has none. At most 300 code points. */
            title: string | null;
            /** @description Address of the original; null when it has none. At most 2048 code points. */
            url: string | null;
            /** @description Whether it was decided about. */
            status: components["schemas"]["VaultSourceStatus"];
        };
        /** @description One source was collected or has changed. */
        SourceEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "source";
            /** @description The source. */
            source: components["schemas"]["OnboardingSource"];
        };
        /** @description All sources that are up for review, instead of every list shown before. */
        SourcesEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "sources";
            /** @description The sources in the order to show them; at most 100. */
            sources: components["schemas"]["OnboardingSource"][];
        };
        /** @description The next piece of a draft that is being written. The pieces of a turn, joined, are the `doc` of its draft. */
        TextDeltaEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "text-delta";
            /** @description The piece; at most 20000 code points. */
            text: string;
        };
        /** @description One of the answers that the person may pick. */
        AboutChoice: {
            /** @description The `mode` to send back in an `about_choice` turn. */
            mode: components["schemas"]["AboutMode"];
            /** @description What to show; at most 200 code points. */
            label: string;
        };
        /** @description Asks who is to write the page. */
        ChoicesEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "choices";
            /** @description The choices in the order to show them. */
            choices: components["schemas"]["AboutChoice"][];
        };
        /** @description Ends a turn with a draft, to be changed by the person and sent back in a `publish` turn. */
        DraftEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "draft";
            /** @description The drafted Lore. */
            doc: components["schemas"]["LoreDocument"];
            /** @description The drafted biography. */
            about: components["schemas"]["AboutText"];
            /** @description Sources that the draft rests on; at most 100. */
            sources: components["schemas"]["SourceId"][];
            /** @description The biography that is published now, to be sent back with `publish`; null when there is none. */
            expectedBio: components["schemas"]["AboutText"] | null;
        };
        /** @description Ends the last turn; the page is published. */
        CompleteEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "complete";
            /** @description When it was published (RFC 3339, UTC, milliseconds). */
            publishedAt: components["schemas"]["Instant"];
        };
        /** @description Ends a turn that could not be taken. Nothing that was saved before is lost. */
        ErrorEvent: {
            /**
             * @description Tells the event apart. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "error";
            /** @description Machine code; `state_changed` for a turn out of order and for a biography that has changed since it was read. */
            code: components["schemas"]["ErrorCode"];
            /** @description What went wrong, for people; at most 500 code points. */
            error: string;
            /** @description The step that onboarding really is at; null when it is complete. */
            currentStep: components["schemas"]["OnboardingStep"] | null;
        };
    };
    responses: {
        /**
         * @description Any failure that is not listed above, in the same body: an unknown path, a wrong method (405, with `Allow`), a fault of
         *     the service (500 `internal`), load that is shed.
         */
        UnexpectedFailure: {
            headers: {
                Allow: components["headers"]["Allow"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description The request is not one this operation accepts: `invalid_artist_id` when the artist id in the path is malformed,
         *     `invalid_request` for everything else. The message names the field.
         */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description The request is not one this operation accepts: `invalid_artist_id` when the artist id in the path is malformed,
         *     `invalid_request` for everything else. The message names the field.
         */
        PrivateInvalidRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description `not_signed_in`: there is no credential, or it is wrong, expired, or made for another environment. Get a new
         *     token before trying again.
         */
        PrivateNotSignedIn: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description `rate_limited`: this user, or this address where there is no user, has asked more often than the deployment allows, or
         *     has too much under way at once. Decided here for every operation but the evidence read.
         */
        PrivateRateLimited: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                "Retry-After": components["headers"]["RetryAfterAlways"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description The service could not do the work now (`persistence_unavailable`, `overloaded`, `shutting_down`, or a part of
         *     the deployment that is `not_configured` or `provider_unavailable`). It says nothing about the stored state. With
         *     `Retry-After` the same request may be sent again.
         */
        PrivateUnavailable: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description `body_too_large` when the body is longer than the operation takes (`x-body-bytes-max`, in bytes),
         *     `limit_exceeded` when a supported limit would be passed.
         */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description `rate_limited`: this address has asked more often than callers without a credential may in a minute. Decided here. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterAlways"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description The service could not do the work now (`persistence_unavailable`, `overloaded`, `shutting_down`, or a part of
         *     the deployment that is `not_configured` or `provider_unavailable`). It says nothing about the stored state. With
         *     `Retry-After` the same request may be sent again.
         */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description `not_your_artist`: the caller is neither the artist's current approved claimant nor an administrator. */
        PrivateNotYourArtist: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description `not_found`: the artist, or the named thing within the artist, does not exist. */
        PrivateNotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description `body_too_large` when the body is longer than the operation takes (`x-body-bytes-max`, in bytes),
         *     `limit_exceeded` when a supported limit would be passed.
         */
        PrivateTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too much was asked for. The code says what was spent: `rate_limited`, `quota_spent` or `research_busy`. */
        PrivateTooManyRequests: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                "Retry-After": components["headers"]["RetryAfterAlways"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /**
         * @description The state is no longer the one this request was based on. Nothing was changed; read again, then decide again.
         *     The operation says which codes it sends.
         */
        PrivateConflict: {
            headers: {
                "Cache-Control": components["headers"]["CacheControlPrivate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /**
         * @description The artist.
         * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
         */
        ArtistId: components["schemas"]["Uuid"];
        /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
        PageCursor: components["schemas"]["Cursor"];
        /**
         * @description The research job, as the request that queued it returned it.
         * @example 0198f3d7-0c3b-7e88-91f4-c8a5b2e6f704
         */
        JobId: components["schemas"]["Uuid"];
        /**
         * @description The discovery under review.
         * @example 0198f3e9-a41d-7b62-8e97-1f0d6c3b5a05
         */
        CandidateId: components["schemas"]["Uuid"];
        /**
         * @description The evidence: `discovery:<uuid>`, `vault:<uuid>`, `social:<uuid>:caption`, `social:<uuid>:transcript`
         *     (URL-encoded, colons may stay), or a bare evidence uuid.
         * @example vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06
         */
        EvidenceIdInPath: components["schemas"]["EvidenceId"];
        /**
         * @description The revision to read. Absent, the current one.
         * @example 916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6
         */
        SourceRevision: components["schemas"]["Revision"];
        /**
         * @description The artist being onboarded.
         * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
         */
        OnboardingArtistId: components["schemas"]["Uuid"];
        /**
         * @description The source's full identity, URL-encoded (colons may stay as they are).
         * @example vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06
         */
        SourceIdInPath: components["schemas"]["SourceId"];
        /**
         * @description The version to read, by its revision. Absent, the one that visitors read.
         * @example fcbdb031ddcd1eae5403b47c5ee2445bd035b9d5d549f1bbc64a2fe19d021da8
         */
        LoreRevision: components["schemas"]["Revision"];
        /**
         * @description Most entries on one page.
         * @example 20
         */
        HistoryLimit: number;
        /**
         * @description Most entries on one page.
         * @example 10
         */
        ResponsesLimit: number;
        /**
         * @description The correction.
         * @example 0198f3f4-22c8-7d1a-9b3e-5a60c7d1e806
         */
        CorrectionId: components["schemas"]["Uuid"];
        /**
         * @description Most text on one page, in UTF-16 code units. A field that does not fit goes on with the next page.
         * @example 12000
         */
        MemoryMaxChars: number;
        /**
         * @description Which entries to list.
         * @example all
         */
        HistoryKind: "all" | "answers" | "corrections";
        /**
         * @description Only answers of this sitting. Corrections belong to no sitting and are listed whatever is asked here.
         * @example 2
         */
        HistorySitting: number;
        /**
         * @description Number of the sitting that is held or about to be held. Absent, the active sitting, else the next.
         * @example 2
         */
        MemorySitting: number;
        /**
         * @description Number of the sitting that is held or about to be held.
         * @example 2
         */
        Sitting: number;
        /**
         * @description The boundary.
         * @example 0198f3c4-7be2-7f05-a3d1-92c6e0b4d503
         */
        BoundaryId: components["schemas"]["Uuid"];
        /**
         * @description The sitting.
         * @example 0198f3b0-11aa-7d3e-8c7b-5f20d9e4a701
         */
        SessionId: components["schemas"]["Uuid"];
        /**
         * @description The answer. A question and its answer share one id, from the offer to the last revision.
         * @example 0198f3b1-52c4-7a19-b6e0-7d3c1f8a9b02
         */
        AnswerId: components["schemas"]["Uuid"];
        /**
         * @description The revision to read. Absent, the current one.
         * @example dcab2eecbef02178871db2688e896b87a0384544835793567d0b889b5d508c3a
         */
        AnswerRevision: components["schemas"]["Revision"];
        /**
         * @description The `ETag` of the response as the caller last read it: one strong tag, in its quotes. It must name the same revision
         *     as `expectedRevision`; when the two differ the request is refused with 409 `revision_changed`.
         * @example "dcab2eecbef02178871db2688e896b87a0384544835793567d0b889b5d508c3a"
         */
        IfMatch: components["schemas"]["EntityTag"];
        /**
         * @description A part of the artist's name, in any case and with or without its accents. Absent, every artist of the caller.
         * @example a
         */
        ArtistsName: string;
        /**
         * @description Most artists on one page.
         * @example 50
         */
        ArtistsLimit: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods this path knows, separated by commas. Sent with 405.
         * @example GET, POST
         */
        Allow: string;
        /**
         * @description Seconds to wait before sending the same request again. Its presence says that doing so is safe.
         * @example 2
         */
        RetryAfter: number;
        /**
         * @description The answer is private and is not to be stored by anyone on the way.
         * @example private, no-store
         */
        CacheControlPrivate: "private, no-store";
        /**
         * @description How the credential is sent that is missing or not valid.
         * @example Bearer
         */
        WWWAuthenticate: string;
        /**
         * @description Seconds to wait before sending the same request again.
         * @example 60
         */
        RetryAfterAlways: number;
        /**
         * @description The revision of the response in the body, in quotes. Send it back as `If-Match`.
         * @example "dcab2eecbef02178871db2688e896b87a0384544835793567d0b889b5d508c3a"
         */
        ETag: components["schemas"]["EntityTag"];
    };
    pathItems: never;
}
export type OnboardingEvent = components['schemas']['OnboardingEvent'];
export type KnownErrorCode = components['schemas']['KnownErrorCode'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Failure = components['schemas']['Failure'];
export type Health = components['schemas']['Health'];
export type SchedulerOutcome = components['schemas']['SchedulerOutcome'];
export type Uuid = components['schemas']['Uuid'];
export type ResearchKind = components['schemas']['ResearchKind'];
export type SliceProgress = components['schemas']['SliceProgress'];
export type SchedulerSlice = components['schemas']['SchedulerSlice'];
export type SchedulerRun = components['schemas']['SchedulerRun'];
export type AdvanceRequest = components['schemas']['AdvanceRequest'];
export type AdvanceSlice = components['schemas']['AdvanceSlice'];
export type AdvanceFailure = components['schemas']['AdvanceFailure'];
export type AdvanceResult = components['schemas']['AdvanceResult'];
export type RefreshMode = components['schemas']['RefreshMode'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type RefreshResult = components['schemas']['RefreshResult'];
export type Cursor = components['schemas']['Cursor'];
export type ResearchJobState = components['schemas']['ResearchJobState'];
export type ResearchErrorCategory = components['schemas']['ResearchErrorCategory'];
export type SourceId = components['schemas']['SourceId'];
export type ExtractionOutcomeState = components['schemas']['ExtractionOutcomeState'];
export type Instant = components['schemas']['Instant'];
export type ExtractionOutcome = components['schemas']['ExtractionOutcome'];
export type ResearchJob = components['schemas']['ResearchJob'];
export type Limitation = components['schemas']['Limitation'];
export type Coverage = components['schemas']['Coverage'];
export type Budget = components['schemas']['Budget'];
export type ResearchStatus = components['schemas']['ResearchStatus'];
export type QuestionTopic = components['schemas']['QuestionTopic'];
export type EvidenceNeed = components['schemas']['EvidenceNeed'];
export type ResearchFreshness = components['schemas']['ResearchFreshness'];
export type ResearchRetrieval = components['schemas']['ResearchRetrieval'];
export type HttpUrl = components['schemas']['HttpUrl'];
export type ResearchPlatform = components['schemas']['ResearchPlatform'];
export type QuestionResearchRequest = components['schemas']['QuestionResearchRequest'];
export type QuestionResearchStage = components['schemas']['QuestionResearchStage'];
export type EvidenceId = components['schemas']['EvidenceId'];
export type Revision = components['schemas']['Revision'];
export type EvidenceCuration = components['schemas']['EvidenceCuration'];
export type EvidenceKind = components['schemas']['EvidenceKind'];
export type EvidenceSpeaker = components['schemas']['EvidenceSpeaker'];
export type PublicationDate = components['schemas']['PublicationDate'];
export type EvidencePassage = components['schemas']['EvidencePassage'];
export type QuestionResearch = components['schemas']['QuestionResearch'];
export type DiscoveryCuration = components['schemas']['DiscoveryCuration'];
export type SocialPlatform = components['schemas']['SocialPlatform'];
export type DiscoveryDestination = components['schemas']['DiscoveryDestination'];
export type DiscoveryIdentity = components['schemas']['DiscoveryIdentity'];
export type DiscoveryCandidate = components['schemas']['DiscoveryCandidate'];
export type DiscoveryList = components['schemas']['DiscoveryList'];
export type DiscoveryDecision = components['schemas']['DiscoveryDecision'];
export type DiscoveryReviewRequest = components['schemas']['DiscoveryReviewRequest'];
export type DiscoveryReview = components['schemas']['DiscoveryReview'];
export type EvidenceReading = components['schemas']['EvidenceReading'];
export type Quote = components['schemas']['Quote'];
export type OriginalReference = components['schemas']['OriginalReference'];
export type AnswerReference = components['schemas']['AnswerReference'];
export type Reference = components['schemas']['Reference'];
export type Relocation = components['schemas']['Relocation'];
export type OpenTurn = components['schemas']['OpenTurn'];
export type AddedLink = components['schemas']['AddedLink'];
export type SiteName = components['schemas']['SiteName'];
export type ConfirmProfilesTurn = components['schemas']['ConfirmProfilesTurn'];
export type FindMoreProfilesTurn = components['schemas']['FindMoreProfilesTurn'];
export type VaultVerdict = components['schemas']['VaultVerdict'];
export type VaultDecision = components['schemas']['VaultDecision'];
export type VaultReviewTurn = components['schemas']['VaultReviewTurn'];
export type QuestionKey = components['schemas']['QuestionKey'];
export type AnswerText = components['schemas']['AnswerText'];
export type OnboardingQuestion = components['schemas']['OnboardingQuestion'];
export type InterviewAnswerTurn = components['schemas']['InterviewAnswerTurn'];
export type AboutMode = components['schemas']['AboutMode'];
export type LoreDocument = components['schemas']['LoreDocument'];
export type AboutChoiceTurn = components['schemas']['AboutChoiceTurn'];
export type AboutText = components['schemas']['AboutText'];
export type PublishTurn = components['schemas']['PublishTurn'];
export type OnboardingTurn = components['schemas']['OnboardingTurn'];
export type OnboardingStep = components['schemas']['OnboardingStep'];
export type OnboardingSteps = components['schemas']['OnboardingSteps'];
export type OnboardingState = components['schemas']['OnboardingState'];
export type LatestRelease = components['schemas']['LatestRelease'];
export type ArtistBrief = components['schemas']['ArtistBrief'];
export type SourceKind = components['schemas']['SourceKind'];
export type SourceOrigin = components['schemas']['SourceOrigin'];
export type SourceSpeaker = components['schemas']['SourceSpeaker'];
export type Provenance = components['schemas']['Provenance'];
export type ExtractionReadiness = components['schemas']['ExtractionReadiness'];
export type Extraction = components['schemas']['Extraction'];
export type Source = components['schemas']['Source'];
export type SourceList = components['schemas']['SourceList'];
export type SearchQuery = components['schemas']['SearchQuery'];
export type KnowledgePassage = components['schemas']['KnowledgePassage'];
export type EvidenceSearch = components['schemas']['EvidenceSearch'];
export type SourceVersionState = components['schemas']['SourceVersionState'];
export type SourceVersion = components['schemas']['SourceVersion'];
export type SourceReading = components['schemas']['SourceReading'];
export type SourceRecoveryRequest = components['schemas']['SourceRecoveryRequest'];
export type SourceRecovery = components['schemas']['SourceRecovery'];
export type LoreQuote = components['schemas']['LoreQuote'];
export type LoreOriginalReference = components['schemas']['LoreOriginalReference'];
export type LoreAnswerReference = components['schemas']['LoreAnswerReference'];
export type LoreReference = components['schemas']['LoreReference'];
export type LoreCitation = components['schemas']['LoreCitation'];
export type LoreAuthor = components['schemas']['LoreAuthor'];
export type LoreState = components['schemas']['LoreState'];
export type LoreSource = components['schemas']['LoreSource'];
export type LoreExclusionCause = components['schemas']['LoreExclusionCause'];
export type LoreExclusion = components['schemas']['LoreExclusion'];
export type LoreText = components['schemas']['LoreText'];
export type LoreVersion = components['schemas']['LoreVersion'];
export type LoreRefresh = components['schemas']['LoreRefresh'];
export type ArtistLore = components['schemas']['ArtistLore'];
export type LoreVersionList = components['schemas']['LoreVersionList'];
export type ExclusionChoice = components['schemas']['ExclusionChoice'];
export type LorePublication = components['schemas']['LorePublication'];
export type PublishedLore = components['schemas']['PublishedLore'];
export type CorrectionKind = components['schemas']['CorrectionKind'];
export type ArtistCorrection = components['schemas']['ArtistCorrection'];
export type CorrectionList = components['schemas']['CorrectionList'];
export type CorrectionWording = components['schemas']['CorrectionWording'];
export type CorrectionInput = components['schemas']['CorrectionInput'];
export type SavedCorrection = components['schemas']['SavedCorrection'];
export type CorrectionPreviewInput = components['schemas']['CorrectionPreviewInput'];
export type BoundedSentence = components['schemas']['BoundedSentence'];
export type CorrectionPreview = components['schemas']['CorrectionPreview'];
export type RetractInput = components['schemas']['RetractInput'];
export type HistoryEntryKind = components['schemas']['HistoryEntryKind'];
export type QuestionState = components['schemas']['QuestionState'];
export type ResponseSource = components['schemas']['ResponseSource'];
export type HistoryFieldName = components['schemas']['HistoryFieldName'];
export type HistoryField = components['schemas']['HistoryField'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type BoundaryState = components['schemas']['BoundaryState'];
export type LatestAnswer = components['schemas']['LatestAnswer'];
export type HistoryMemory = components['schemas']['HistoryMemory'];
export type InterviewHistory = components['schemas']['InterviewHistory'];
export type MemoryEntryKind = components['schemas']['MemoryEntryKind'];
export type MemoryFieldName = components['schemas']['MemoryFieldName'];
export type MemoryField = components['schemas']['MemoryField'];
export type BoundaryScope = components['schemas']['BoundaryScope'];
export type MemoryMetadata = components['schemas']['MemoryMetadata'];
export type MemoryEntry = components['schemas']['MemoryEntry'];
export type MemoryBudget = components['schemas']['MemoryBudget'];
export type InterviewMemory = components['schemas']['InterviewMemory'];
export type AskedQuestion = components['schemas']['AskedQuestion'];
export type Boundary = components['schemas']['Boundary'];
export type BoundaryList = components['schemas']['BoundaryList'];
export type BoundaryWording = components['schemas']['BoundaryWording'];
export type BoundaryInput = components['schemas']['BoundaryInput'];
export type SavedBoundary = components['schemas']['SavedBoundary'];
export type BoundaryPreviewInput = components['schemas']['BoundaryPreviewInput'];
export type BoundedAnswer = components['schemas']['BoundedAnswer'];
export type BoundaryPreview = components['schemas']['BoundaryPreview'];
export type SessionState = components['schemas']['SessionState'];
export type Question = components['schemas']['Question'];
export type Session = components['schemas']['Session'];
export type InterviewState = components['schemas']['InterviewState'];
export type StartInput = components['schemas']['StartInput'];
export type StartedSitting = components['schemas']['StartedSitting'];
export type QuestionText = components['schemas']['QuestionText'];
export type OfferInput = components['schemas']['OfferInput'];
export type SavedQuestion = components['schemas']['SavedQuestion'];
export type AnswerInput = components['schemas']['AnswerInput'];
export type FinishInput = components['schemas']['FinishInput'];
export type SavedResponse = components['schemas']['SavedResponse'];
export type ResponseList = components['schemas']['ResponseList'];
export type EntityTag = components['schemas']['EntityTag'];
export type ReadResponse = components['schemas']['ReadResponse'];
export type ReviseInput = components['schemas']['ReviseInput'];
export type RevisionNote = components['schemas']['RevisionNote'];
export type ResponseVersion = components['schemas']['ResponseVersion'];
export type ResponseVersionList = components['schemas']['ResponseVersionList'];
export type MyArtist = components['schemas']['MyArtist'];
export type MyArtistList = components['schemas']['MyArtistList'];
export type ChatEvent = components['schemas']['ChatEvent'];
export type ProgressEvent = components['schemas']['ProgressEvent'];
export type StepEvent = components['schemas']['StepEvent'];
export type CandidateEvent = components['schemas']['CandidateEvent'];
export type LinkedEvent = components['schemas']['LinkedEvent'];
export type UnreachableReason = components['schemas']['UnreachableReason'];
export type UnreachableEvent = components['schemas']['UnreachableEvent'];
export type VaultSourceStatus = components['schemas']['VaultSourceStatus'];
export type OnboardingSource = components['schemas']['OnboardingSource'];
export type SourceEvent = components['schemas']['SourceEvent'];
export type SourcesEvent = components['schemas']['SourcesEvent'];
export type TextDeltaEvent = components['schemas']['TextDeltaEvent'];
export type AboutChoice = components['schemas']['AboutChoice'];
export type ChoicesEvent = components['schemas']['ChoicesEvent'];
export type DraftEvent = components['schemas']['DraftEvent'];
export type CompleteEvent = components['schemas']['CompleteEvent'];
export type ErrorEvent = components['schemas']['ErrorEvent'];
export type ResponseUnexpectedFailure = components['responses']['UnexpectedFailure'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponsePrivateInvalidRequest = components['responses']['PrivateInvalidRequest'];
export type ResponsePrivateNotSignedIn = components['responses']['PrivateNotSignedIn'];
export type ResponsePrivateRateLimited = components['responses']['PrivateRateLimited'];
export type ResponsePrivateUnavailable = components['responses']['PrivateUnavailable'];
export type ResponseTooLarge = components['responses']['TooLarge'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponsePrivateNotYourArtist = components['responses']['PrivateNotYourArtist'];
export type ResponsePrivateNotFound = components['responses']['PrivateNotFound'];
export type ResponsePrivateTooLarge = components['responses']['PrivateTooLarge'];
export type ResponsePrivateTooManyRequests = components['responses']['PrivateTooManyRequests'];
export type ResponsePrivateConflict = components['responses']['PrivateConflict'];
export type ParameterArtistId = components['parameters']['ArtistId'];
export type ParameterPageCursor = components['parameters']['PageCursor'];
export type ParameterJobId = components['parameters']['JobId'];
export type ParameterCandidateId = components['parameters']['CandidateId'];
export type ParameterEvidenceIdInPath = components['parameters']['EvidenceIdInPath'];
export type ParameterSourceRevision = components['parameters']['SourceRevision'];
export type ParameterOnboardingArtistId = components['parameters']['OnboardingArtistId'];
export type ParameterSourceIdInPath = components['parameters']['SourceIdInPath'];
export type ParameterLoreRevision = components['parameters']['LoreRevision'];
export type ParameterHistoryLimit = components['parameters']['HistoryLimit'];
export type ParameterResponsesLimit = components['parameters']['ResponsesLimit'];
export type ParameterCorrectionId = components['parameters']['CorrectionId'];
export type ParameterMemoryMaxChars = components['parameters']['MemoryMaxChars'];
export type ParameterHistoryKind = components['parameters']['HistoryKind'];
export type ParameterHistorySitting = components['parameters']['HistorySitting'];
export type ParameterMemorySitting = components['parameters']['MemorySitting'];
export type ParameterSitting = components['parameters']['Sitting'];
export type ParameterBoundaryId = components['parameters']['BoundaryId'];
export type ParameterSessionId = components['parameters']['SessionId'];
export type ParameterAnswerId = components['parameters']['AnswerId'];
export type ParameterAnswerRevision = components['parameters']['AnswerRevision'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterArtistsName = components['parameters']['ArtistsName'];
export type ParameterArtistsLimit = components['parameters']['ArtistsLimit'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderCacheControlPrivate = components['headers']['CacheControlPrivate'];
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate'];
export type HeaderRetryAfterAlways = components['headers']['RetryAfterAlways'];
export type HeaderETag = components['headers']['ETag'];
export type $defs = Record<string, never>;
export interface operations {
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    runResearchScheduler: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What ran. `status` is `error` when at least one slice failed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulerRun"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    advanceResearch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceRequest"];
            };
        };
        responses: {
            /** @description A slice ran, nothing was due, or a slice failed. `status` and `ran` tell which. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvanceResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    refreshArtistResearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Something was queued, or was under way already. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshResult"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateTooManyRequests"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readResearchStatus: {
        parameters: {
            query?: {
                /**
                 * @description Most jobs on one page.
                 * @example 20
                 */
                limit?: number;
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearchStatus"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    requestQuestionResearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionResearchRequest"];
            };
        };
        responses: {
            /** @description The research is queued, under way, or taken over from an equal request. */
            202: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionResearch"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateTooManyRequests"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readQuestionResearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The research job, as the request that queued it returned it.
                 * @example 0198f3d7-0c3b-7e88-91f4-c8a5b2e6f704
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The research, in whatever stage. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionResearch"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listDiscoveries: {
        parameters: {
            query?: {
                /**
                 * @description Most candidates on one page.
                 * @example 10
                 */
                limit?: number;
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description List the candidates that have been decided about so. Absent, those that are `pending`.
                 * @example declined
                 */
                curation?: components["schemas"]["DiscoveryCuration"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of candidates. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    reviewDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The discovery under review.
                 * @example 0198f3e9-a41d-7b62-8e97-1f0d6c3b5a05
                 */
                candidateId: components["parameters"]["CandidateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscoveryReviewRequest"];
            };
        };
        responses: {
            /** @description The candidate after the decision. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscoveryReview"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readResearchEvidence: {
        parameters: {
            query?: {
                /**
                 * @description First offset of the window, in UTF-16 code units.
                 * @example 0
                 */
                start?: number;
                /**
                 * @description Most text to return, in UTF-16 code units.
                 * @example 4000
                 */
                maxChars?: number;
                /**
                 * @description The revision to read. Absent, the current one.
                 * @example 916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6
                 */
                revision?: components["parameters"]["SourceRevision"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The evidence: `discovery:<uuid>`, `vault:<uuid>`, `social:<uuid>:caption`, `social:<uuid>:transcript`
                 *     (URL-encoded, colons may stay), or a bare evidence uuid.
                 * @example vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06
                 */
                evidenceId: components["parameters"]["EvidenceIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceReading"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    relocateReference: {
        parameters: {
            query: {
                /**
                 * @description What the reference cites, its `sourceId`.
                 * @example vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06
                 */
                cited: components["schemas"]["SourceId"];
                /**
                 * @description The reference's `revision`, the one that was read when the words were cited.
                 * @example 916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6
                 */
                revision: components["schemas"]["Revision"];
                /**
                 * @description The reference's `start`, in UTF-16 code units of that revision's text.
                 * @example 164
                 */
                start: number;
                /**
                 * @description The reference's `end`, in UTF-16 code units of that revision's text.
                 * @example 234
                 */
                end: number;
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window of the current revision that holds the cited words, or none. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Relocation"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    takeOnboardingTurn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist being onboarded.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                artistId: components["parameters"]["OnboardingArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OnboardingTurn"];
            };
        };
        responses: {
            /**
             * @description A stream of server-sent events. Each `data:` line holds one JSON object, one `OnboardingEvent`; the lines
             *     carry no event name and no id. Comment lines (they begin with a colon) only keep the connection open. The stream
             *     ends after a `step`, `draft`, `complete` or `error` event.
             */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["OnboardingEvent"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readOnboardingState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist being onboarded.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                artistId: components["parameters"]["OnboardingArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readArtistBrief: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brief. Fields that nothing is known for are null. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtistBrief"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listArtistSources: {
        parameters: {
            query?: {
                /**
                 * @description Most sources on one page.
                 * @example 20
                 */
                limit?: number;
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description List sources of this kind only.
                 * @example vault
                 */
                kind?: components["schemas"]["SourceKind"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sources. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    searchArtistEvidence: {
        parameters: {
            query: {
                /**
                 * @description What to look for.
                 * @example pump organ
                 */
                query: components["schemas"]["SearchQuery"];
                /**
                 * @description Most passages to return.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Most text in all passages together, in UTF-16 code units.
                 * @example 6000
                 */
                maxChars?: number;
                /**
                 * @description Search sources of this kind only.
                 * @example vault
                 */
                kind?: components["schemas"]["SourceKind"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best windows, or none. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceSearch"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readArtistSource: {
        parameters: {
            query?: {
                /**
                 * @description The revision to read. Absent, the current one.
                 * @example 916d008bcdbd1bb2b60704e6a57172e607c37872071a0466939611bb63b555b6
                 */
                revision?: components["parameters"]["SourceRevision"];
                /**
                 * @description First offset of the window, in UTF-16 code units.
                 * @example 0
                 */
                start?: number;
                /**
                 * @description Most text to return, in UTF-16 code units.
                 * @example 6000
                 */
                maxChars?: number;
                /**
                 * @description Whether to say which version was read, and to allow a retained earlier one.
                 * @example true
                 */
                includeVersion?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The source's full identity, URL-encoded (colons may stay as they are).
                 * @example vault:0198f3a8-2d90-7411-bc3a-6e5f4d7a8b06
                 */
                sourceId: components["parameters"]["SourceIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. `version` is present exactly when `includeVersion` was true. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceReading"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    recoverSourceText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceRecoveryRequest"];
            };
        };
        responses: {
            /** @description Every record already has its text. `jobId` is null and `queued` is 0. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceRecovery"];
                };
            };
            /** @description The recovery is queued. */
            202: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceRecovery"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readArtistLore: {
        parameters: {
            query?: {
                /**
                 * @description The version to read, by its revision. Absent, the one that visitors read.
                 * @example fcbdb031ddcd1eae5403b47c5ee2445bd035b9d5d549f1bbc64a2fe19d021da8
                 */
                revision?: components["parameters"]["LoreRevision"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtistLore"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listArtistLoreVersions: {
        parameters: {
            query?: {
                /**
                 * @description Most entries on one page.
                 * @example 20
                 */
                limit?: components["parameters"]["HistoryLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoreVersionList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    publishLore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LorePublication"];
            };
        };
        responses: {
            /** @description The published text. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedLore"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listCorrections: {
        parameters: {
            query?: {
                /**
                 * @description Most entries on one page.
                 * @example 10
                 */
                limit?: components["parameters"]["ResponsesLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of corrections. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    correctLore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionInput"];
            };
        };
        responses: {
            /** @description The correction that this request saved, now or earlier. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCorrection"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    previewCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionPreviewInput"];
            };
        };
        responses: {
            /** @description What the correction would take out. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionPreview"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    retractCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The correction.
                 * @example 0198f3f4-22c8-7d1a-9b3e-5a60c7d1e806
                 */
                correctionId: components["parameters"]["CorrectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetractInput"];
            };
        };
        responses: {
            /** @description The retracted correction. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCorrection"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listInterviewHistory: {
        parameters: {
            query?: {
                /**
                 * @description Most entries on one page.
                 * @example 20
                 */
                limit?: components["parameters"]["HistoryLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Most text on one page, in UTF-16 code units. A field that does not fit goes on with the next page.
                 * @example 12000
                 */
                maxChars?: components["parameters"]["MemoryMaxChars"];
                /**
                 * @description Which entries to list.
                 * @example all
                 */
                kind?: components["parameters"]["HistoryKind"];
                /**
                 * @description Only answers of this sitting. Corrections belong to no sitting and are listed whatever is asked here.
                 * @example 2
                 */
                sitting?: components["parameters"]["HistorySitting"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the history. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewHistory"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readInterviewMemory: {
        parameters: {
            query?: {
                /**
                 * @description Number of the sitting that is held or about to be held. Absent, the active sitting, else the next.
                 * @example 2
                 */
                sitting?: components["parameters"]["MemorySitting"];
                /**
                 * @description Most text on one page, in UTF-16 code units. A field that does not fit goes on with the next page.
                 * @example 12000
                 */
                maxChars?: components["parameters"]["MemoryMaxChars"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the memory. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewMemory"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listInterviewBoundaries: {
        parameters: {
            query: {
                /**
                 * @description Number of the sitting that is held or about to be held.
                 * @example 2
                 */
                sitting: components["parameters"]["Sitting"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of boundaries. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoundaryList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    saveInterviewBoundary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoundaryInput"];
            };
        };
        responses: {
            /** @description The boundary this request saved, now or earlier. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedBoundary"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    previewInterviewBoundary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoundaryPreviewInput"];
            };
        };
        responses: {
            /** @description What the boundary would keep out. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoundaryPreview"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    retractInterviewBoundary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The boundary.
                 * @example 0198f3c4-7be2-7f05-a3d1-92c6e0b4d503
                 */
                boundaryId: components["parameters"]["BoundaryId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetractInput"];
            };
        };
        responses: {
            /** @description The retracted boundary. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedBoundary"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    restoreInterview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved state. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewState"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    startInterviewSitting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartInput"];
            };
        };
        responses: {
            /** @description The sitting this request started, now or earlier. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedSitting"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    offerInterviewQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The sitting.
                 * @example 0198f3b0-11aa-7d3e-8c7b-5f20d9e4a701
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferInput"];
            };
        };
        responses: {
            /** @description The saved question. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQuestion"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    saveInterviewAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The answer. A question and its answer share one id, from the offer to the last revision.
                 * @example 0198f3b1-52c4-7a19-b6e0-7d3c1f8a9b02
                 */
                answerId: components["parameters"]["AnswerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerInput"];
            };
        };
        responses: {
            /** @description The question with what is saved for it. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQuestion"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    finishInterviewSitting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The sitting.
                 * @example 0198f3b0-11aa-7d3e-8c7b-5f20d9e4a701
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishInput"];
            };
        };
        responses: {
            /** @description The exact saved state. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewState"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listInterviewResponses: {
        parameters: {
            query?: {
                /**
                 * @description Most entries on one page.
                 * @example 10
                 */
                limit?: components["parameters"]["ResponsesLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of responses. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    readInterviewResponse: {
        parameters: {
            query?: {
                /**
                 * @description The revision to read. Absent, the current one.
                 * @example dcab2eecbef02178871db2688e896b87a0384544835793567d0b889b5d508c3a
                 */
                revision?: components["parameters"]["AnswerRevision"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The answer. A question and its answer share one id, from the offer to the last revision.
                 * @example 0198f3b1-52c4-7a19-b6e0-7d3c1f8a9b02
                 */
                answerId: components["parameters"]["AnswerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadResponse"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    reviseInterviewResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the response as the caller last read it: one strong tag, in its quotes. It must name the same revision
                 *     as `expectedRevision`; when the two differ the request is refused with 409 `revision_changed`.
                 * @example "dcab2eecbef02178871db2688e896b87a0384544835793567d0b889b5d508c3a"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The answer. A question and its answer share one id, from the offer to the last revision.
                 * @example 0198f3b1-52c4-7a19-b6e0-7d3c1f8a9b02
                 */
                answerId: components["parameters"]["AnswerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviseInput"];
            };
        };
        responses: {
            /** @description The response as it is saved now. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadResponse"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            413: components["responses"]["PrivateTooLarge"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listInterviewResponseVersions: {
        parameters: {
            query?: {
                /**
                 * @description Most entries on one page.
                 * @example 10
                 */
                limit?: components["parameters"]["ResponsesLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The artist.
                 * @example 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11
                 */
                id: components["parameters"]["ArtistId"];
                /**
                 * @description The answer. A question and its answer share one id, from the offer to the last revision.
                 * @example 0198f3b1-52c4-7a19-b6e0-7d3c1f8a9b02
                 */
                answerId: components["parameters"]["AnswerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseVersionList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            403: components["responses"]["PrivateNotYourArtist"];
            404: components["responses"]["PrivateNotFound"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
    listMyArtists: {
        parameters: {
            query?: {
                /**
                 * @description A part of the artist's name, in any case and with or without its accents. Absent, every artist of the caller.
                 * @example a
                 */
                name?: components["parameters"]["ArtistsName"];
                /**
                 * @description Most artists on one page.
                 * @example 50
                 */
                limit?: components["parameters"]["ArtistsLimit"];
                /** @description The `nextCursor` of the page before. Absent, the listing starts at its beginning. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of artists. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControlPrivate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyArtistList"];
                };
            };
            400: components["responses"]["PrivateInvalidRequest"];
            401: components["responses"]["PrivateNotSignedIn"];
            409: components["responses"]["PrivateConflict"];
            429: components["responses"]["PrivateRateLimited"];
            503: components["responses"]["PrivateUnavailable"];
            default: components["responses"]["UnexpectedFailure"];
        };
    };
}
