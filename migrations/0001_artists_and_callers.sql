-- Artists, the people who call, and who may speak for whom.
-- Instants are timestamptz(3): what is stored is exactly what goes out, to the millisecond.

create table artists (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 300),
  bio text check (char_length(bio) between 1 and 20000),
  -- The artist's audit trail: number and hash of its newest event. Moved by every change, under this row's lock.
  audit_seq integer not null default 0 check (audit_seq >= 0),
  audit_head text check (audit_head ~ '^[a-f0-9]{64}$'),
  created_at timestamptz(3) not null default now(),
  check ((audit_seq = 0) = (audit_head is null))
) with (fillfactor = 80);

create table users (
  id uuid primary key,
  subject text not null unique check (char_length(subject) between 1 and 300),
  is_admin boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create table claims (
  artist_id uuid not null references artists (id),
  user_id uuid not null references users (id),
  state text not null check (state in ('pending', 'approved', 'revoked')),
  decided_at timestamptz(3) not null default now(),
  primary key (artist_id, user_id)
);

create table audit_events (
  artist_id uuid not null references artists (id),
  seq integer not null check (seq >= 1),
  action text not null check (char_length(action) between 1 and 100),
  subject text not null check (char_length(subject) between 1 and 300),
  revision text check (revision ~ '^[a-f0-9]{64}$'),
  actor text check (char_length(actor) between 1 and 300),
  at timestamptz(3) not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  previous text check (previous ~ '^[a-f0-9]{64}$'),
  hash text not null check (hash ~ '^[a-f0-9]{64}$'),
  primary key (artist_id, seq),
  check ((seq = 1) = (previous is null))
);
