-- What keeps the service modest: how much is spent outside, and how fast others are asked.

-- Paid steps of an artist on a day (UTC). One row a kind of step for ever: another day begins it anew.
create table paid_steps (
  artist_id uuid not null references artists (id),
  what text not null check (char_length(what) between 1 and 40),
  day date not null,
  taken integer not null check (taken >= 1),
  primary key (artist_id, what)
);

-- When the next request to a public service may be sent, whichever process sends it. It belongs to no artist.
create table outside_pace (
  name text primary key check (char_length(name) between 1 and 40),
  next_at timestamptz not null
);
