-- The pages that are the artist's own. Only a linked one is used by research; one that was taken out is kept, so that a search that
-- finds it again does not bring it back.

create table artist_profiles (
  artist_id uuid not null references artists (id),
  id uuid not null,
  -- What tells pages apart: the address without its scheme, fragment and other accidents of writing; see src/profiles/address.ts.
  address text not null check (char_length(address) between 1 and 2048),
  url text not null check (char_length(url) between 1 and 2048),
  -- The site, numbered where the artist has several profiles there.
  site_name text not null check (char_length(site_name) between 1 and 100),
  display_name text check (char_length(display_name) between 1 and 300),
  state text not null check (state in ('candidate', 'linked', 'removed')),
  origin text not null check (origin in ('found', 'added')),
  created_at timestamptz(3) not null,
  -- When the artist linked it or took it out.
  decided_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, address),
  unique (artist_id, site_name),
  check ((state = 'candidate') = (decided_at is null))
);
