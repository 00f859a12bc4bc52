-- Sittings: at most one active per artist, at most three offers each, numbered one above all that came before.

create domain sitting_state as text check (value in ('active', 'finished'));

create table interview_sessions (
  artist_id uuid not null references artists (id),
  id uuid not null,
  request_id uuid not null,
  sitting sitting_number not null,
  state sitting_state not null,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, request_id),
  unique (artist_id, sitting),
  constraint interview_sessions_closed_when_finished check ((state = 'finished') = (closed_at is not null))
);
create unique index interview_sessions_one_active on interview_sessions (artist_id) where state = 'active';

-- An entry belongs to a sitting by its ordinal, or is a legacy offer or an imported answer. The lengths are the
-- contract's (interface, sections 2.3 and 4.2).
create function interview_entry_is_valid(
  state text, question text, answer text, offered_at timestamptz, saved_seq integer, session_id uuid, ordinal integer, sitting integer
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (state = 'answered') = (answer is not null)
    and (state = 'answered') = (saved_seq is not null)
    and (state <> 'offered' or offered_at is not null)
    and (session_id is null) = (ordinal is null)
    and (session_id is null or (char_length(question) between 10 and 500 and sitting is not null));
end $$;

alter table interview_entries
  add column session_id uuid,
  add column ordinal question_ordinal,
  add constraint interview_entries_valid check (
    interview_entry_is_valid(state, question, answer, offered_at, saved_seq, session_id, ordinal, sitting)
  ),
  add foreign key (artist_id, session_id) references interview_sessions (artist_id, id),
  add unique (artist_id, session_id, ordinal);
create index interview_entries_legacy_offers on interview_entries (artist_id, offered_at, id)
  where session_id is null and state = 'offered';
