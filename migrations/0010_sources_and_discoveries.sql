-- Evidence: sources with every revision of their text, and discoveries that wait for a review. A cited revision is
-- never removed.

create table sources (
  artist_id uuid not null references artists (id),
  -- The full identity: vault:<uuid>, social:<uuid>:caption, social:<uuid>:transcript or discovery:<uuid>.
  source_id text not null check (
    source_id ~ '^(vault|discovery):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    or source_id ~ '^social:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:(caption|transcript)$'
  ),
  kind text not null check (kind in ('vault', 'social_caption', 'reel_transcript', 'discovery')),
  title text,
  url text check (char_length(url) between 1 and 2048),
  publisher text,
  published_at text check (char_length(published_at) between 1 and 40),
  provider text,
  method text,
  curation text not null check (curation in ('approved', 'pending', 'rejected')),
  is_private boolean not null default false,
  is_upload boolean not null default false,
  evidence_kind text check (evidence_kind in ('original_text', 'caption', 'provider_transcript')),
  speaker text check (speaker in ('not_applicable', 'unverified', 'verified')),
  -- The current text; null while there is none to read.
  revision digest,
  ingested_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (artist_id, source_id),
  constraint sources_id_begins_with_kind check ((kind in ('vault', 'discovery') and split_part(source_id, ':', 1) = kind)
    or (kind = 'social_caption' and source_id like 'social:%:caption')
    or (kind = 'reel_transcript' and source_id like 'social:%:transcript'))
);

create table source_revisions (
  artist_id uuid not null,
  source_id text not null,
  revision digest not null,
  -- The exact text as UTF-16LE. Offsets count UTF-16 code units, so a window is a byte range; stored
  -- uncompressed out of line, PostgreSQL fetches that range alone and the cost of a window is its own length.
  text_utf16 bytea not null,
  total_chars integer not null check (total_chars between 1 and 4000000),
  captured_at timestamptz(3) not null default now(),
  -- Whether the original was longer than the text that is stored of it; null where that was not recorded.
  truncated boolean,
  primary key (artist_id, source_id, revision),
  foreign key (artist_id, source_id) references sources (artist_id, source_id),
  constraint source_revisions_two_bytes_per_unit check (octet_length(text_utf16) = 2 * total_chars)
);
alter table source_revisions alter column text_utf16 set storage external;

-- Deferred: a source and the first revision of its text are written in one transaction, in either order.
alter table sources add foreign key (artist_id, source_id, revision)
  references source_revisions (artist_id, source_id, revision) deferrable initially deferred;

create table discoveries (
  artist_id uuid not null references artists (id),
  id uuid not null,
  url text not null check (char_length(url) between 1 and 2048),
  title text,
  destination text not null check (destination in ('lore', 'link')),
  identity text not null check (identity in ('confirmed', 'unresolved', 'wrong_artist')),
  curation text not null check (curation in ('pending', 'approved', 'declined', 'wrong_artist', 'incorrect')),
  reason text not null check (char_length(reason) between 1 and 2000),
  revision digest not null,
  previous digest,
  -- The evidence that was found at the candidate's URL; a bare link has none.
  source_id text,
  created_at timestamptz(3) not null default now(),
  -- The canonical form of the URL (src/text/url/canonical-url.ts): a page that is found again is the same row, whatever
  -- was decided.
  canonical_url text check (char_length(canonical_url) between 1 and 2048),
  primary key (artist_id, id),
  foreign key (artist_id, source_id) references sources (artist_id, source_id)
);
create index discoveries_by_age on discoveries (artist_id, curation, created_at, id);
create index discoveries_by_source on discoveries (artist_id, source_id) where source_id is not null;
create unique index discoveries_one_per_canonical_url on discoveries (artist_id, canonical_url)
  where canonical_url is not null;
