-- Sittings: at most one active per artist, at most three offers each, numbered one above all that came before.

create table interview_sessions (
  artist_id uuid not null references artists (id),
  id uuid not null,
  request_id uuid not null,
  sitting integer not null check (sitting between 1 and 2147483647),
  state text not null check (state in ('active', 'finished')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, request_id),
  unique (artist_id, sitting),
  check ((state = 'finished') = (closed_at is not null))
);
create unique index interview_sessions_one_active on interview_sessions (artist_id) where state = 'active';

-- An entry without a session is a legacy offer or an imported answer.
alter table interview_entries
  add column session_id uuid,
  add column ordinal integer check (ordinal between 1 and 3),
  add check ((session_id is null) = (ordinal is null)),
  add check (session_id is null or (char_length(question) between 10 and 500 and sitting is not null)),
  add foreign key (artist_id, session_id) references interview_sessions (artist_id, id),
  add unique (artist_id, session_id, ordinal);
create index interview_entries_legacy_offers on interview_entries (artist_id, offered_at, id)
  where session_id is null and state = 'offered';
create index interview_entries_by_offer on interview_entries (artist_id, offered_at desc nulls last, id desc)
  where state = 'answered';
