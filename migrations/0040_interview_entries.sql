-- Interview entries (a question with its answer), every wording that an answer ever had, and the artist's corrections
-- of generated text.

create domain sitting_number as integer check (value >= 1);
create domain entry_state as text check (value in ('offered', 'answered', 'skipped'));
create domain entry_source as text check (value in ('interview', 'followup', 'onboarding', 'import'));
create domain question_ordinal as integer check (value between 1 and 3);
create domain question_key as text check (char_length(value) between 1 and 500);
create domain question_text as text check (char_length(value) between 1 and 4000);
create domain citation_list as jsonb check (jsonb_typeof(value) = 'array');
create domain answer_text as text check (char_length(value) between 1 and 2000);
create domain version_number as integer check (value >= 1);
create domain version_note as text check (char_length(value) between 1 and 400);

create table interview_entries (
  artist_id uuid not null references artists (id),
  id uuid not null,
  question_key question_key not null,
  question question_text not null,
  answer answer_text,
  state entry_state not null,
  source entry_source not null,
  sitting sitting_number,
  -- The references exactly as they were validated.
  citations citation_list not null default '[]',
  revision digest not null,
  previous digest,
  offered_at timestamptz(3),
  answer_updated_at timestamptz(3),
  -- The audit event under which the current wording was saved: a total order over all answers of an artist.
  saved_seq event_number,
  primary key (artist_id, id),
  unique (artist_id, question_key),
  -- No answer without the event that saved it.
  foreign key (artist_id, saved_seq) references audit_events (artist_id, seq)
  -- No index has a column that a revise changes: the new row stays on its page, and no index is written (HOT).
) with (fillfactor = 80);
-- What the lists page by. An unknown instant of the offer counts as the oldest, so that one row comparison finds where
-- a page begins.
create index interview_entries_by_offer
  on interview_entries (artist_id, coalesce(offered_at, '-infinity'::timestamptz) desc, id desc);
-- Serves the newest sitting's number as well as the questions of one sitting.
create index interview_entries_by_sitting
  on interview_entries (artist_id, sitting desc nulls last, coalesce(offered_at, '-infinity'::timestamptz) desc, id desc);

create table response_versions (
  artist_id uuid not null,
  entry_id uuid not null,
  number version_number not null,
  revision digest not null,
  previous digest,
  answer answer_text not null,
  note version_note,
  saved_at timestamptz(3),
  saved_seq event_number not null,
  primary key (artist_id, entry_id, number),
  -- An event saves one wording. Finds the newest of all answers.
  unique (artist_id, saved_seq),
  foreign key (artist_id, entry_id) references interview_entries (artist_id, id),
  foreign key (artist_id, saved_seq) references audit_events (artist_id, seq)
);

create table corrections (
  artist_id uuid not null references artists (id),
  id uuid not null,
  claim text not null check (char_length(claim) between 1 and 4000),
  -- Null: the claim is wrong, and nothing replaces it.
  correction text check (char_length(correction) between 1 and 4000),
  correction_kind text not null check (char_length(correction_kind) between 1 and 100),
  revision digest not null,
  previous digest,
  number integer not null check (number >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Of a passage of the Lore: the request that corrected it, and the window that it named. Null for any other claim.
  request_id uuid,
  lore_revision digest,
  claim_start integer,
  claim_end integer,
  -- Null while it holds.
  retracted_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, request_id),
  -- All four or none.
  constraint corrections_passage_whole check (num_nulls(request_id, lore_revision, claim_start, claim_end) in (0, 4)),
  constraint corrections_claim_window check (claim_start >= 0 and claim_end > claim_start)
);
create index corrections_by_age on corrections (artist_id, created_at desc, id desc);

create table correction_versions (
  artist_id uuid not null,
  correction_id uuid not null,
  number integer not null check (number >= 1),
  claim text not null,
  correction text,
  correction_kind text not null,
  revision digest not null,
  previous digest,
  saved_at timestamptz(3) not null,
  primary key (artist_id, correction_id, number),
  foreign key (artist_id, correction_id) references corrections (artist_id, id)
);
