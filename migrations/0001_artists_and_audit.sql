-- Artists, the users who call, who may speak for whom, and each artist's audit trail.

-- Conventions: artist_id leads the key of what belongs to an artist (the shard); instants are timestamptz(3), as they
-- are sent. A rule of one column is a domain, which PostgreSQL plans once a connection and a CHECK at every write; a
-- rule of several columns of a hot table is one function.

-- A SHA-256 in lower-case hexadecimal digits: of a revision, an audit event, a request. Twenty times as fast as a
-- pattern of the whole.
create domain digest as text check (octet_length(value) = 64 and value !~ '[^a-f0-9]');
create domain artist_name as text check (char_length(value) between 1 and 300);
create domain artist_bio as text check (char_length(value) between 1 and 20000);
create domain caller_subject as text check (char_length(value) between 1 and 300);
create domain event_number as integer check (value >= 1);
create domain event_action as text check (char_length(value) between 1 and 100);
create domain event_subject as text check (char_length(value) between 1 and 300);
create domain event_details as jsonb check (jsonb_typeof(value) = 'object');

create table artists (
  id uuid primary key,
  name artist_name not null,
  bio artist_bio,
  created_at timestamptz(3) not null default now()
);

create table users (
  id uuid primary key,
  subject caller_subject not null unique,
  is_admin boolean not null default false,
  created_at timestamptz(3) not null default now()
);

-- Who may speak for an artist: only an approved claim does.
create table claims (
  artist_id uuid not null references artists (id),
  user_id uuid not null references users (id),
  state text not null check (state in ('pending', 'approved', 'revoked')),
  decided_at timestamptz(3) not null default now(),
  primary key (artist_id, user_id)
);
-- The artists of a user.
create index claims_of_user on claims (user_id) where state = 'approved';

-- One hash chain an artist: each event covers the hash of the one before it. It is the concurrency token of every
-- change of the artist's records: a change appends the event after the newest it has read, and the primary key refuses
-- the second that does.
create table audit_events (
  artist_id uuid not null references artists (id),
  seq event_number not null,
  action event_action not null,
  subject event_subject not null,
  revision digest,
  actor caller_subject,
  at timestamptz(3) not null,
  details event_details not null,
  previous digest,
  hash digest not null,
  primary key (artist_id, seq),
  constraint audit_events_first_has_no_previous check ((seq = 1) = (previous is null))
);
-- Finds the newest change that the interview history may show: one probe decides whether a page still continues the
-- page before it. The list names what the history never shows, so that a new action makes pages stale until it is
-- listed here.
create index audit_events_of_history on audit_events (artist_id, seq desc)
  where action not in ('sitting.started', 'boundary.saved', 'boundary.retracted', 'discovery.reviewed', 'lore.published',
    'artist.added', 'claim.approved', 'claim.revoked', 'source.captured', 'source.linked', 'source.reviewed', 'source.promoted',
    'discovery.found', 'releases.refreshed', 'bio.published', 'profile.found', 'profile.linked', 'profile.removed');

-- The operators' log: administrators, pauses of jobs, erasures. One hash chain for the deployment, as each artist has
-- one.
create table operator_events (
  seq event_number primary key,
  action event_action not null,
  subject event_subject not null,
  details event_details not null,
  at timestamptz(3) not null,
  previous digest,
  hash digest not null,
  constraint operator_events_first_has_no_previous check ((seq = 1) = (previous is null))
);

-- The chain's head, in one row: number and hash of its newest event. Its lock puts operators in an order.
create table operator_log (
  is_only boolean primary key default true check (is_only),
  seq integer not null default 0 check (seq >= 0),
  head digest,
  constraint operator_log_head_unless_empty check ((seq = 0) = (head is null))
);
