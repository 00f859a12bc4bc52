-- How far each artist's onboarding has come, and the pages that are the artist's own.

-- No row: the onboarding has not begun.
create table onboarding (
  artist_id uuid primary key references artists (id),
  started_at timestamptz(3) not null,
  -- When profiles were last searched for outside.
  looked_at timestamptz(3),
  -- When each step was completed, in the order that the service keeps.
  profiles_at timestamptz(3),
  vault_at timestamptz(3),
  interview_at timestamptz(3),
  publish_at timestamptz(3),
  -- The hash of the turn that completed a step: a turn that is sent again finds what it did.
  profiles_turn digest,
  vault_turn digest,
  publish_turn digest,
  -- The latest draft, for an artist who comes back to it; nothing of it is published.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  constraint onboarding_check check ((profiles_at is null) = (profiles_turn is null)),
  constraint onboarding_check1 check ((vault_at is null) = (vault_turn is null)),
  constraint onboarding_check2 check ((publish_at is null) = (publish_turn is null)),
  constraint onboarding_check3 check (vault_at is null or profiles_at is not null),
  constraint onboarding_check4 check (interview_at is null or vault_at is not null),
  constraint onboarding_check5 check (publish_at is null or interview_at is not null)
);

-- Only a linked profile is used by research; a removed one stays, so that a search that finds it again does not bring
-- it back.
create table artist_profiles (
  artist_id uuid not null references artists (id),
  id uuid not null,
  -- The identity of a page: the URL without its scheme, fragment and spelling variants (src/text/url/profile-url.ts).
  address text not null check (char_length(address) between 1 and 2048),
  url text not null check (char_length(url) between 1 and 2048),
  -- The site, numbered where the artist has several profiles there.
  site_name text not null check (char_length(site_name) between 1 and 100),
  display_name text check (char_length(display_name) between 1 and 300),
  state text not null check (state in ('candidate', 'linked', 'removed')),
  origin text not null check (origin in ('found', 'added')),
  created_at timestamptz(3) not null,
  -- When the artist linked or removed it.
  decided_at timestamptz(3),
  primary key (artist_id, id),
  unique (artist_id, address),
  unique (artist_id, site_name),
  constraint artist_profiles_check check ((state = 'candidate') = (decided_at is null))
);
