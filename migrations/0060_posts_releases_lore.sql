-- What research collects and makes: the artist's own posts, releases of public catalogues, and every version of the
-- Lore.

create table social_posts (
  artist_id uuid not null references artists (id),
  -- Names the sources that are made of the post: social:<id>:caption and social:<id>:transcript.
  id uuid not null,
  platform text not null check (platform in ('instagram', 'tiktok', 'x')),
  -- The platform's own name of the post: collected again, it is the same row.
  post_id text not null check (char_length(post_id) between 1 and 200),
  url text not null check (char_length(url) between 1 and 2048),
  published_at text check (char_length(published_at) between 1 and 40),
  -- '' where the post has none.
  caption text not null check (char_length(caption) <= 50000),
  caption_truncated boolean not null default false,
  -- What was said, as the provider gives it: subtitles by address or in the post itself.
  tracks jsonb not null default '[]' check (jsonb_typeof(tracks) = 'array'),
  provider text not null check (char_length(provider) between 1 and 100),
  collected_at timestamptz(3) not null default now(),
  -- Null while sources have to be made of what is collected.
  extracted_at timestamptz(3),
  transcript text check (transcript in ('ready', 'blocked', 'empty', 'unsupported', 'unavailable', 'too_large')),
  primary key (artist_id, id),
  unique (artist_id, platform, post_id)
);
create index social_posts_to_extract on social_posts (artist_id, id) where extracted_at is null;

create table releases (
  artist_id uuid not null references artists (id),
  catalog text not null check (char_length(catalog) between 1 and 40),
  release_id text not null check (char_length(release_id) between 1 and 100),
  title text not null check (char_length(title) between 1 and 300),
  type text check (char_length(type) between 1 and 60),
  -- As exactly as the catalogue knows it: a year, a month or a day. Compared as text, a later one is greater.
  released_on text check (released_on ~ '^\d{4}(-\d{2}(-\d{2})?)?$'),
  url text check (char_length(url) between 1 and 2048),
  found_at timestamptz(3) not null default now(),
  -- When a refresh last saw it; what a whole refresh has not seen is not in the catalogue any more.
  seen_at timestamptz(3) not null default now(),
  primary key (artist_id, catalog, release_id)
);
create index releases_latest on releases (artist_id, released_on desc nulls last, release_id);

create table lore_versions (
  artist_id uuid not null references artists (id),
  number integer not null check (number >= 1),
  text text not null check (char_length(text) <= 20000),
  citations jsonb not null check (jsonb_typeof(citations) = 'array'),
  revision digest not null,
  previous digest,
  -- Null: the artist published it.
  job_id uuid,
  composed_by text not null check (composed_by in ('composer', 'model', 'artist')),
  created_at timestamptz(3) not null default now(),
  primary key (artist_id, number),
  unique (artist_id, revision),
  constraint lore_versions_job_unless_artist check ((composed_by = 'artist') = (job_id is null))
);
