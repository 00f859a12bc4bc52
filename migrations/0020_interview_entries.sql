-- Questions with their answers, every wording an answer ever had, and the artist's corrections of generated text.

create table interview_entries (
  artist_id uuid not null references artists (id),
  id uuid not null,
  question_key text not null check (char_length(question_key) between 1 and 500),
  question text not null check (char_length(question) between 1 and 4000),
  answer text check (char_length(answer) between 1 and 2000),
  state text not null check (state in ('offered', 'answered', 'skipped')),
  source text not null check (source in ('interview', 'followup', 'onboarding', 'import')),
  sitting integer check (sitting between 1 and 2147483647),
  -- The references exactly as they were validated.
  citations jsonb not null default '[]' check (jsonb_typeof(citations) = 'array'),
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  offered_at timestamptz(3),
  answer_updated_at timestamptz(3),
  -- The audit number under which the current wording was saved: a total order over all answers of an artist.
  saved_seq integer check (saved_seq >= 1),
  primary key (artist_id, id),
  unique (artist_id, question_key),
  check ((state = 'answered') = (answer is not null)),
  check ((state = 'answered') = (saved_seq is not null)),
  check (state <> 'offered' or offered_at is not null)
) with (fillfactor = 80);
create index interview_entries_newest_answer on interview_entries (artist_id, saved_seq desc) where state = 'answered';
create index interview_entries_by_sitting on interview_entries (artist_id, sitting desc nulls last);

create table response_versions (
  artist_id uuid not null,
  entry_id uuid not null,
  number integer not null check (number >= 1),
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  answer text not null check (char_length(answer) between 1 and 2000),
  note text check (char_length(note) between 1 and 400),
  saved_at timestamptz(3),
  saved_seq integer not null check (saved_seq >= 1),
  primary key (artist_id, entry_id, number),
  unique (artist_id, entry_id, revision),
  foreign key (artist_id, entry_id) references interview_entries (artist_id, id)
);

create table corrections (
  artist_id uuid not null references artists (id),
  id uuid not null,
  claim text not null check (char_length(claim) between 1 and 4000),
  correction text check (char_length(correction) between 1 and 4000),
  correction_kind text not null check (char_length(correction_kind) between 1 and 100),
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  number integer not null check (number >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (artist_id, id)
);

create table correction_versions (
  artist_id uuid not null,
  correction_id uuid not null,
  number integer not null check (number >= 1),
  claim text not null,
  correction text,
  correction_kind text not null,
  revision text not null check (revision ~ '^[a-f0-9]{64}$'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  saved_at timestamptz(3) not null,
  primary key (artist_id, correction_id, number),
  foreign key (artist_id, correction_id) references corrections (artist_id, id)
);
