-- What an artist has asked not to be asked about, in the artist's own words.

create table interview_boundaries (
  artist_id uuid not null references artists (id),
  id uuid not null,
  request_id uuid not null,
  entry_id uuid not null,
  question_key text not null,
  question text not null,
  wording text not null check (char_length(wording) between 1 and 4000),
  scope text not null check (scope in ('sitting', 'until_retracted')),
  sitting integer not null check (sitting >= 1),
  revision digest not null,
  created_at timestamptz(3) not null default now(),
  retracted_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, request_id),
  foreign key (artist_id, entry_id) references interview_entries (artist_id, id)
);
create index interview_boundaries_active on interview_boundaries (artist_id, created_at, id) where retracted_at is null;
