-- Made by `npm run generate` out of migrations/, which give the reason of each rule. Nothing runs this file.

create domain answer_text as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 2000)));

create domain artist_bio as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 20000)));

create domain artist_name as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 300)));

create domain caller_subject as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 300)));

create domain citation_list as jsonb CHECK ((jsonb_typeof(VALUE) = 'array'::text));

create domain digest as text CHECK (((octet_length(VALUE) = 64) AND (VALUE !~ '[^a-f0-9]'::text)));

create domain entry_source as text CHECK ((VALUE = ANY (ARRAY['interview'::text, 'followup'::text, 'onboarding'::text, 'import'::text])));

create domain entry_state as text CHECK ((VALUE = ANY (ARRAY['offered'::text, 'answered'::text, 'skipped'::text])));

create domain event_action as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 100)));

create domain event_details as jsonb CHECK ((jsonb_typeof(VALUE) = 'object'::text));

create domain event_number as integer CHECK ((VALUE >= 1));

create domain event_subject as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 300)));

create domain job_count as integer CHECK ((VALUE >= 0));

create domain job_error as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 100)));

create domain job_kind as text CHECK ((VALUE = ANY (ARRAY['social_ingest'::text, 'caption_extract'::text, 'lore_refresh'::text, 'source_search'::text, 'latest_refresh'::text])));

create domain job_object as jsonb CHECK ((jsonb_typeof(VALUE) = 'object'::text));

create domain job_purpose as text CHECK ((char_length(VALUE) <= 200));

create domain job_requests as integer CHECK ((VALUE >= 1));

create domain job_state as text CHECK ((VALUE = ANY (ARRAY['pending'::text, 'waiting'::text, 'done'::text, 'failed'::text, 'cancelled'::text])));

create domain question_key as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 500)));

create domain question_ordinal as integer CHECK (((VALUE >= 1) AND (VALUE <= 3)));

create domain question_text as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 4000)));

create domain sitting_number as integer CHECK ((VALUE >= 1));

create domain sitting_state as text CHECK ((VALUE = ANY (ARRAY['active'::text, 'finished'::text])));

create domain version_note as text CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 400)));

create domain version_number as integer CHECK ((VALUE >= 1));

CREATE OR REPLACE FUNCTION interview_entry_is_valid(state text, question text, answer text, offered_at timestamp with time zone, saved_seq integer, session_id uuid, ordinal integer, sitting integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return (state = 'answered') = (answer is not null)
    and (state = 'answered') = (saved_seq is not null)
    and (state <> 'offered' or offered_at is not null)
    and (session_id is null) = (ordinal is null)
    and (session_id is null or (char_length(question) between 10 and 500 and sitting is not null));
end $function$
;

CREATE OR REPLACE FUNCTION research_job_is_valid(state text, next_run_at timestamp with time zone, queued_at timestamp with time zone, lease_token uuid, leased_until timestamp with time zone, waiting_since timestamp with time zone, finished_at timestamp with time zone, requests_handled integer, requests integer, cursor integer, total integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return queued_at >= next_run_at
    and (lease_token is null) = (leased_until is null)
    and (state = 'waiting') = (waiting_since is not null)
    -- Ended in the states done, failed and cancelled, said of the shorter list.
    and (finished_at is null) = (state = 'pending' or waiting_since is not null)
    and (finished_at is null or lease_token is null)
    and requests_handled <= requests
    and (total is null or total >= cursor);
end $function$
;

create table artist_profiles (
  artist_id uuid not null,
  id uuid not null,
  url_key text not null,
  url text not null,
  site_name text not null,
  display_name text,
  state text not null,
  origin text not null,
  created_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  constraint artist_profiles_pkey PRIMARY KEY (artist_id, id),
  constraint artist_profiles_artist_id_site_name_key UNIQUE (artist_id, site_name),
  constraint artist_profiles_artist_id_url_key_key UNIQUE (artist_id, url_key),
  constraint artist_profiles_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint artist_profiles_decided_unless_candidate CHECK (((state = 'candidate'::text) = (decided_at IS NULL))),
  constraint artist_profiles_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 300))),
  constraint artist_profiles_origin_check CHECK ((origin = ANY (ARRAY['found'::text, 'added'::text]))),
  constraint artist_profiles_site_name_check CHECK (((char_length(site_name) >= 1) AND (char_length(site_name) <= 100))),
  constraint artist_profiles_state_check CHECK ((state = ANY (ARRAY['candidate'::text, 'linked'::text, 'removed'::text]))),
  constraint artist_profiles_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048))),
  constraint artist_profiles_url_key_check CHECK (((char_length(url_key) >= 1) AND (char_length(url_key) <= 2048)))
);

create table artist_research_jobs (
  artist_id uuid not null,
  id uuid not null,
  kind job_kind not null,
  purpose job_purpose not null default ''::text,
  state job_state not null,
  payload job_object not null default '{}'::jsonb,
  next_run_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  queued_at timestamp with time zone not null default now(),
  lease_token uuid,
  leased_until timestamp(3) with time zone,
  attempts job_count not null default 0,
  requests job_requests not null default 1,
  requests_handled job_count not null default 0,
  run_began_at timestamp(3) with time zone,
  cursor job_count not null default 0,
  total integer,
  checkpoint job_object not null default '{}'::jsonb,
  result job_object,
  error_category job_error,
  waiting_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint artist_research_jobs_pkey PRIMARY KEY (artist_id, id),
  constraint artist_research_jobs_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint artist_research_jobs_valid CHECK (research_job_is_valid((state)::text, next_run_at, queued_at, lease_token, leased_until, waiting_since, finished_at, (requests_handled)::integer, (requests)::integer, (cursor)::integer, total))
) with (fillfactor=30, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_cost_delay=0);
CREATE UNIQUE INDEX artist_research_jobs_one_live ON artist_research_jobs USING btree (artist_id, kind, purpose) WHERE ((state)::text = ANY (ARRAY['pending'::text, 'waiting'::text]));
CREATE UNIQUE INDEX artist_research_jobs_one_question ON artist_research_jobs USING btree (artist_id) WHERE (((kind)::text = 'source_search'::text) AND ((purpose)::text ~~ 'question:%'::text) AND ((state)::text = ANY (ARRAY['pending'::text, 'waiting'::text])));
CREATE INDEX artist_research_jobs_questions ON artist_research_jobs USING btree (artist_id, purpose, created_at DESC) WHERE (((kind)::text = 'source_search'::text) AND ((purpose)::text ~~ 'question:%'::text));
CREATE INDEX artist_research_jobs_queue ON artist_research_jobs USING btree (queued_at, next_run_at, id) WHERE ((state)::text = ANY (ARRAY['pending'::text, 'waiting'::text]));

create table artists (
  id uuid not null,
  name artist_name not null,
  bio artist_bio,
  created_at timestamp(3) with time zone not null default now(),
  constraint artists_pkey PRIMARY KEY (id)
);

create table audit_events (
  artist_id uuid not null,
  seq event_number not null,
  action event_action not null,
  subject event_subject not null,
  revision digest,
  actor caller_subject,
  at timestamp(3) with time zone not null,
  details event_details not null,
  previous digest,
  hash digest not null,
  constraint audit_events_pkey PRIMARY KEY (artist_id, seq),
  constraint audit_events_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint audit_events_first_has_no_previous CHECK ((((seq)::integer = 1) = (previous IS NULL)))
);
CREATE INDEX audit_events_of_history ON audit_events USING btree (artist_id, seq DESC) WHERE ((action)::text <> ALL (ARRAY['sitting.started'::text, 'boundary.saved'::text, 'boundary.retracted'::text, 'discovery.reviewed'::text, 'lore.published'::text, 'artist.added'::text, 'claim.approved'::text, 'claim.revoked'::text, 'source.captured'::text, 'source.linked'::text, 'source.reviewed'::text, 'source.promoted'::text, 'discovery.found'::text, 'releases.refreshed'::text, 'bio.published'::text, 'profile.found'::text, 'profile.linked'::text, 'profile.removed'::text]));

create table claims (
  artist_id uuid not null,
  user_id uuid not null,
  state text not null,
  decided_at timestamp(3) with time zone not null default now(),
  constraint claims_pkey PRIMARY KEY (artist_id, user_id),
  constraint claims_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'revoked'::text])))
);
CREATE INDEX claims_of_user ON claims USING btree (user_id) WHERE (state = 'approved'::text);

create table correction_versions (
  artist_id uuid not null,
  correction_id uuid not null,
  number integer not null,
  claim text not null,
  correction text,
  correction_kind text not null,
  revision digest not null,
  previous digest,
  saved_at timestamp(3) with time zone not null,
  constraint correction_versions_pkey PRIMARY KEY (artist_id, correction_id, number),
  constraint correction_versions_artist_id_correction_id_fkey FOREIGN KEY (artist_id, correction_id) REFERENCES corrections(artist_id, id),
  constraint correction_versions_number_check CHECK ((number >= 1))
);

create table corrections (
  artist_id uuid not null,
  id uuid not null,
  claim text not null,
  correction text,
  correction_kind text not null,
  revision digest not null,
  previous digest,
  number integer not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  request_id uuid,
  lore_revision digest,
  claim_start integer,
  claim_end integer,
  retracted_at timestamp(3) with time zone,
  constraint corrections_pkey PRIMARY KEY (artist_id, id),
  constraint corrections_artist_id_request_id_key UNIQUE (artist_id, request_id),
  constraint corrections_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint corrections_claim_check CHECK (((char_length(claim) >= 1) AND (char_length(claim) <= 4000))),
  constraint corrections_claim_window CHECK (((claim_start >= 0) AND (claim_end > claim_start))),
  constraint corrections_correction_check CHECK (((char_length(correction) >= 1) AND (char_length(correction) <= 4000))),
  constraint corrections_correction_kind_check CHECK (((char_length(correction_kind) >= 1) AND (char_length(correction_kind) <= 100))),
  constraint corrections_number_check CHECK ((number >= 1)),
  constraint corrections_passage_whole CHECK ((num_nulls(request_id, lore_revision, claim_start, claim_end) = ANY (ARRAY[0, 4])))
);
CREATE INDEX corrections_by_age ON corrections USING btree (artist_id, created_at DESC, id DESC);

create table daily_spend (
  artist_id uuid not null,
  what text not null,
  day date not null,
  taken integer not null,
  constraint daily_spend_pkey PRIMARY KEY (artist_id, what),
  constraint daily_spend_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint daily_spend_taken_check CHECK ((taken >= 1)),
  constraint daily_spend_what_check CHECK (((char_length(what) >= 1) AND (char_length(what) <= 40)))
);

create table discoveries (
  artist_id uuid not null,
  id uuid not null,
  url text not null,
  title text,
  destination text not null,
  identity text not null,
  curation text not null,
  reason text not null,
  revision digest not null,
  previous digest,
  source_id text,
  created_at timestamp(3) with time zone not null default now(),
  canonical_url text,
  constraint discoveries_pkey PRIMARY KEY (artist_id, id),
  constraint discoveries_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint discoveries_artist_id_source_id_fkey FOREIGN KEY (artist_id, source_id) REFERENCES sources(artist_id, source_id),
  constraint discoveries_canonical_url_check CHECK (((char_length(canonical_url) >= 1) AND (char_length(canonical_url) <= 2048))),
  constraint discoveries_curation_check CHECK ((curation = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'wrong_artist'::text, 'incorrect'::text]))),
  constraint discoveries_destination_check CHECK ((destination = ANY (ARRAY['lore'::text, 'link'::text]))),
  constraint discoveries_identity_check CHECK ((identity = ANY (ARRAY['confirmed'::text, 'unresolved'::text, 'wrong_artist'::text]))),
  constraint discoveries_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  constraint discoveries_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
CREATE INDEX discoveries_by_age ON discoveries USING btree (artist_id, curation, created_at, id);
CREATE INDEX discoveries_by_source ON discoveries USING btree (artist_id, source_id) WHERE (source_id IS NOT NULL);
CREATE UNIQUE INDEX discoveries_one_per_canonical_url ON discoveries USING btree (artist_id, canonical_url) WHERE (canonical_url IS NOT NULL);

create table interview_boundaries (
  artist_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  entry_id uuid not null,
  question_key text not null,
  question text not null,
  wording text not null,
  scope text not null,
  sitting integer not null,
  revision digest not null,
  created_at timestamp(3) with time zone not null default now(),
  retracted_at timestamp(3) with time zone,
  constraint interview_boundaries_pkey PRIMARY KEY (artist_id, id),
  constraint interview_boundaries_artist_id_request_id_key UNIQUE (artist_id, request_id),
  constraint interview_boundaries_artist_id_entry_id_fkey FOREIGN KEY (artist_id, entry_id) REFERENCES interview_entries(artist_id, id),
  constraint interview_boundaries_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint interview_boundaries_scope_check CHECK ((scope = ANY (ARRAY['sitting'::text, 'until_retracted'::text]))),
  constraint interview_boundaries_sitting_check CHECK ((sitting >= 1)),
  constraint interview_boundaries_wording_check CHECK (((char_length(wording) >= 1) AND (char_length(wording) <= 4000)))
);
CREATE INDEX interview_boundaries_active ON interview_boundaries USING btree (artist_id, created_at, id) WHERE (retracted_at IS NULL);

create table interview_entries (
  artist_id uuid not null,
  id uuid not null,
  question_key question_key not null,
  question question_text not null,
  answer answer_text,
  state entry_state not null,
  source entry_source not null,
  sitting sitting_number,
  citations citation_list not null default '[]'::jsonb,
  revision digest not null,
  previous digest,
  offered_at timestamp(3) with time zone,
  answer_updated_at timestamp(3) with time zone,
  saved_seq event_number,
  session_id uuid,
  ordinal question_ordinal,
  constraint interview_entries_pkey PRIMARY KEY (artist_id, id),
  constraint interview_entries_artist_id_question_key_key UNIQUE (artist_id, question_key),
  constraint interview_entries_artist_id_session_id_ordinal_key UNIQUE (artist_id, session_id, ordinal),
  constraint interview_entries_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint interview_entries_artist_id_saved_seq_fkey FOREIGN KEY (artist_id, saved_seq) REFERENCES audit_events(artist_id, seq),
  constraint interview_entries_artist_id_session_id_fkey FOREIGN KEY (artist_id, session_id) REFERENCES interview_sessions(artist_id, id),
  constraint interview_entries_valid CHECK (interview_entry_is_valid((state)::text, (question)::text, (answer)::text, offered_at, (saved_seq)::integer, session_id, (ordinal)::integer, (sitting)::integer))
) with (fillfactor=80);
CREATE INDEX interview_entries_by_offer ON interview_entries USING btree (artist_id, COALESCE(offered_at, '-infinity'::timestamp with time zone) DESC, id DESC);
CREATE INDEX interview_entries_by_sitting ON interview_entries USING btree (artist_id, sitting DESC NULLS LAST, COALESCE(offered_at, '-infinity'::timestamp with time zone) DESC, id DESC);
CREATE INDEX interview_entries_legacy_offers ON interview_entries USING btree (artist_id, offered_at, id) WHERE ((session_id IS NULL) AND ((state)::text = 'offered'::text));

create table interview_sessions (
  artist_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  sitting sitting_number not null,
  state sitting_state not null,
  created_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  constraint interview_sessions_pkey PRIMARY KEY (artist_id, id),
  constraint interview_sessions_artist_id_request_id_key UNIQUE (artist_id, request_id),
  constraint interview_sessions_artist_id_sitting_key UNIQUE (artist_id, sitting),
  constraint interview_sessions_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint interview_sessions_closed_when_finished CHECK ((((state)::text = 'finished'::text) = (closed_at IS NOT NULL)))
);
CREATE UNIQUE INDEX interview_sessions_one_active ON interview_sessions USING btree (artist_id) WHERE ((state)::text = 'active'::text);

create table job_pauses (
  kind job_kind not null,
  artist_id uuid not null,
  because text not null,
  paused_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, now()),
  constraint job_pauses_pkey PRIMARY KEY (kind, artist_id),
  constraint job_pauses_because_check CHECK (((char_length(because) >= 1) AND (char_length(because) <= 500)))
);

create table lore_versions (
  artist_id uuid not null,
  number integer not null,
  text text not null,
  citations jsonb not null,
  revision digest not null,
  previous digest,
  job_id uuid,
  composed_by text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint lore_versions_pkey PRIMARY KEY (artist_id, number),
  constraint lore_versions_artist_id_revision_key UNIQUE (artist_id, revision),
  constraint lore_versions_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint lore_versions_citations_check CHECK ((jsonb_typeof(citations) = 'array'::text)),
  constraint lore_versions_composed_by_check CHECK ((composed_by = ANY (ARRAY['composer'::text, 'model'::text, 'artist'::text]))),
  constraint lore_versions_job_unless_artist CHECK (((composed_by = 'artist'::text) = (job_id IS NULL))),
  constraint lore_versions_number_check CHECK ((number >= 1)),
  constraint lore_versions_text_check CHECK ((char_length(text) <= 20000))
);

create table onboarding (
  artist_id uuid not null,
  started_at timestamp(3) with time zone not null,
  profiles_searched_at timestamp(3) with time zone,
  profiles_at timestamp(3) with time zone,
  vault_at timestamp(3) with time zone,
  interview_at timestamp(3) with time zone,
  publish_at timestamp(3) with time zone,
  profiles_turn_hash digest,
  vault_turn_hash digest,
  publish_turn_hash digest,
  draft jsonb,
  constraint onboarding_pkey PRIMARY KEY (artist_id),
  constraint onboarding_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint onboarding_draft_check CHECK ((jsonb_typeof(draft) = 'object'::text)),
  constraint onboarding_interview_after_vault CHECK (((interview_at IS NULL) OR (vault_at IS NOT NULL))),
  constraint onboarding_profiles_have_turn CHECK (((profiles_at IS NULL) = (profiles_turn_hash IS NULL))),
  constraint onboarding_publish_after_interview CHECK (((publish_at IS NULL) OR (interview_at IS NOT NULL))),
  constraint onboarding_publish_has_turn CHECK (((publish_at IS NULL) = (publish_turn_hash IS NULL))),
  constraint onboarding_vault_after_profiles CHECK (((vault_at IS NULL) OR (profiles_at IS NOT NULL))),
  constraint onboarding_vault_has_turn CHECK (((vault_at IS NULL) = (vault_turn_hash IS NULL)))
);

create table operator_events (
  seq event_number not null,
  action event_action not null,
  subject event_subject not null,
  details event_details not null,
  at timestamp(3) with time zone not null,
  previous digest,
  hash digest not null,
  constraint operator_events_pkey PRIMARY KEY (seq),
  constraint operator_events_first_has_no_previous CHECK ((((seq)::integer = 1) = (previous IS NULL)))
);

create table operator_log (
  is_only boolean not null default true,
  seq integer not null default 0,
  head digest,
  constraint operator_log_pkey PRIMARY KEY (is_only),
  constraint operator_log_head_unless_empty CHECK (((seq = 0) = (head IS NULL))),
  constraint operator_log_is_only_check CHECK (is_only),
  constraint operator_log_seq_check CHECK ((seq >= 0))
);

create table provider_rate_limits (
  name text not null,
  next_at timestamp with time zone not null,
  constraint provider_rate_limits_pkey PRIMARY KEY (name),
  constraint provider_rate_limits_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40)))
);

create table question_quota_slots (
  slot integer not null,
  taken_at timestamp(3) with time zone,
  constraint question_quota_slots_pkey PRIMARY KEY (slot),
  constraint question_quota_slots_slot_check CHECK (((slot >= 1) AND (slot <= 100)))
);

create table releases (
  artist_id uuid not null,
  catalog text not null,
  release_id text not null,
  title text not null,
  type text,
  released_on text,
  url text,
  found_at timestamp(3) with time zone not null default now(),
  seen_at timestamp(3) with time zone not null default now(),
  constraint releases_pkey PRIMARY KEY (artist_id, catalog, release_id),
  constraint releases_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint releases_catalog_check CHECK (((char_length(catalog) >= 1) AND (char_length(catalog) <= 40))),
  constraint releases_release_id_check CHECK (((char_length(release_id) >= 1) AND (char_length(release_id) <= 100))),
  constraint releases_released_on_check CHECK ((released_on ~ '^\d{4}(-\d{2}(-\d{2})?)?$'::text)),
  constraint releases_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 300))),
  constraint releases_type_check CHECK (((char_length(type) >= 1) AND (char_length(type) <= 60))),
  constraint releases_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
CREATE INDEX releases_latest ON releases USING btree (artist_id, released_on DESC NULLS LAST, release_id);

create table response_versions (
  artist_id uuid not null,
  entry_id uuid not null,
  number version_number not null,
  revision digest not null,
  previous digest,
  answer answer_text not null,
  note version_note,
  saved_at timestamp(3) with time zone,
  saved_seq event_number not null,
  constraint response_versions_pkey PRIMARY KEY (artist_id, entry_id, number),
  constraint response_versions_artist_id_saved_seq_key UNIQUE (artist_id, saved_seq),
  constraint response_versions_artist_id_entry_id_fkey FOREIGN KEY (artist_id, entry_id) REFERENCES interview_entries(artist_id, id),
  constraint response_versions_artist_id_saved_seq_fkey FOREIGN KEY (artist_id, saved_seq) REFERENCES audit_events(artist_id, seq)
);

create table search_documents (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  index_version integer not null,
  segments integer not null default 0,
  chars integer not null default 0,
  sentences integer not null default 0,
  complete boolean not null default false,
  constraint search_documents_pkey PRIMARY KEY (artist_id, source_id),
  constraint search_documents_artist_id_source_id_fkey FOREIGN KEY (artist_id, source_id) REFERENCES sources(artist_id, source_id),
  constraint search_documents_chars_check CHECK (((chars >= 0) AND (chars <= 4000000))),
  constraint search_documents_segments_check CHECK ((segments >= 0)),
  constraint search_documents_sentences_check CHECK ((sentences >= 0))
);

create table search_postings (
  artist_id uuid not null,
  stem text not null,
  word text not null,
  source_id text not null,
  segment integer not null,
  sentences integer[] not null,
  constraint search_postings_pkey PRIMARY KEY (artist_id, stem, word, source_id, segment)
);
CREATE INDEX search_postings_by_beginning ON search_postings USING btree (artist_id, word);
CREATE INDEX search_postings_by_end ON search_postings USING btree (artist_id, reverse(word));
CREATE INDEX search_postings_by_segment ON search_postings USING btree (artist_id, source_id, segment);

create table search_segments (
  artist_id uuid not null,
  source_id text not null,
  segment integer not null,
  first_sentence integer not null,
  starts integer[] not null,
  ends integer[] not null,
  constraint search_segments_pkey PRIMARY KEY (artist_id, source_id, segment),
  constraint search_segments_as_many_ends CHECK ((cardinality(starts) = cardinality(ends))),
  constraint search_segments_first_sentence_check CHECK ((first_sentence >= 0)),
  constraint search_segments_segment_check CHECK ((segment >= 0))
);

create table search_vector_documents (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  model text not null,
  dimensions integer not null,
  windows integer not null default 0,
  complete boolean not null default false,
  constraint search_vector_documents_pkey PRIMARY KEY (artist_id, source_id),
  constraint search_vector_documents_artist_id_source_id_fkey FOREIGN KEY (artist_id, source_id) REFERENCES sources(artist_id, source_id),
  constraint search_vector_documents_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 8192))),
  constraint search_vector_documents_model_check CHECK (((char_length(model) >= 1) AND (char_length(model) <= 200))),
  constraint search_vector_documents_windows_check CHECK ((windows >= 0))
);

create table search_vectors (
  artist_id uuid not null,
  source_id text not null,
  batch integer not null,
  vectors bytea not null,
  constraint search_vectors_pkey PRIMARY KEY (artist_id, source_id, batch),
  constraint search_vectors_batch_check CHECK ((batch >= 0)),
  constraint search_vectors_vectors_check CHECK (((octet_length(vectors) >= 1) AND (octet_length(vectors) <= (32 * 8192))))
);

create table social_posts (
  artist_id uuid not null,
  id uuid not null,
  platform text not null,
  post_id text not null,
  url text not null,
  published_at text,
  caption text not null,
  caption_truncated boolean not null default false,
  tracks jsonb not null default '[]'::jsonb,
  provider text not null,
  collected_at timestamp(3) with time zone not null default now(),
  extracted_at timestamp(3) with time zone,
  transcript text,
  constraint social_posts_pkey PRIMARY KEY (artist_id, id),
  constraint social_posts_artist_id_platform_post_id_key UNIQUE (artist_id, platform, post_id),
  constraint social_posts_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint social_posts_caption_check CHECK ((char_length(caption) <= 50000)),
  constraint social_posts_platform_check CHECK ((platform = ANY (ARRAY['instagram'::text, 'tiktok'::text, 'x'::text]))),
  constraint social_posts_post_id_check CHECK (((char_length(post_id) >= 1) AND (char_length(post_id) <= 200))),
  constraint social_posts_provider_check CHECK (((char_length(provider) >= 1) AND (char_length(provider) <= 100))),
  constraint social_posts_published_at_check CHECK (((char_length(published_at) >= 1) AND (char_length(published_at) <= 40))),
  constraint social_posts_tracks_check CHECK ((jsonb_typeof(tracks) = 'array'::text)),
  constraint social_posts_transcript_check CHECK ((transcript = ANY (ARRAY['ready'::text, 'blocked'::text, 'empty'::text, 'unsupported'::text, 'unavailable'::text, 'too_large'::text]))),
  constraint social_posts_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
CREATE INDEX social_posts_to_extract ON social_posts USING btree (artist_id, id) WHERE (extracted_at IS NULL);

create table source_revisions (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  text_utf16 bytea not null,
  total_chars integer not null,
  captured_at timestamp(3) with time zone not null default now(),
  truncated boolean,
  constraint source_revisions_pkey PRIMARY KEY (artist_id, source_id, revision),
  constraint source_revisions_artist_id_source_id_fkey FOREIGN KEY (artist_id, source_id) REFERENCES sources(artist_id, source_id),
  constraint source_revisions_total_chars_check CHECK (((total_chars >= 1) AND (total_chars <= 4000000))),
  constraint source_revisions_two_bytes_per_unit CHECK ((octet_length(text_utf16) = (2 * total_chars)))
);

create table sources (
  artist_id uuid not null,
  source_id text not null,
  kind text not null,
  title text,
  url text,
  publisher text,
  published_at text,
  provider text,
  method text,
  curation text not null,
  is_private boolean not null default false,
  is_upload boolean not null default false,
  evidence_kind text,
  speaker text,
  revision digest,
  ingested_at timestamp(3) with time zone not null default now(),
  removed_at timestamp(3) with time zone,
  constraint sources_pkey PRIMARY KEY (artist_id, source_id),
  constraint sources_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id),
  constraint sources_artist_id_source_id_revision_fkey FOREIGN KEY (artist_id, source_id, revision) REFERENCES source_revisions(artist_id, source_id, revision) DEFERRABLE INITIALLY DEFERRED,
  constraint sources_curation_check CHECK ((curation = ANY (ARRAY['approved'::text, 'pending'::text, 'rejected'::text]))),
  constraint sources_evidence_kind_check CHECK ((evidence_kind = ANY (ARRAY['original_text'::text, 'caption'::text, 'provider_transcript'::text]))),
  constraint sources_id_begins_with_kind CHECK ((((kind = ANY (ARRAY['vault'::text, 'discovery'::text])) AND (split_part(source_id, ':'::text, 1) = kind)) OR ((kind = 'social_caption'::text) AND (source_id ~~ 'social:%:caption'::text)) OR ((kind = 'reel_transcript'::text) AND (source_id ~~ 'social:%:transcript'::text)))),
  constraint sources_kind_check CHECK ((kind = ANY (ARRAY['vault'::text, 'social_caption'::text, 'reel_transcript'::text, 'discovery'::text]))),
  constraint sources_published_at_check CHECK (((char_length(published_at) >= 1) AND (char_length(published_at) <= 40))),
  constraint sources_source_id_check CHECK (((source_id ~ '^(vault|discovery):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) OR (source_id ~ '^social:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:(caption|transcript)$'::text))),
  constraint sources_speaker_check CHECK ((speaker = ANY (ARRAY['not_applicable'::text, 'unverified'::text, 'verified'::text]))),
  constraint sources_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);

create table users (
  id uuid not null,
  subject caller_subject not null,
  is_admin boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_subject_key UNIQUE (subject)
);
