-- How far each artist's onboarding has come, and the pages that are the artist's own.

-- No row: the onboarding has not begun.
create table onboarding (
  artist_id uuid primary key references artists (id),
  started_at timestamptz(3) not null,
  -- When profiles were last searched for outside.
  profiles_searched_at timestamptz(3),
  -- When each step was completed, in the order that the service keeps.
  profiles_at timestamptz(3),
  vault_at timestamptz(3),
  interview_at timestamptz(3),
  publish_at timestamptz(3),
  -- The hash of the turn that completed a step: a turn that is sent again finds what it did.
  profiles_turn_hash digest,
  vault_turn_hash digest,
  publish_turn_hash digest,
  -- The latest draft, for an artist who comes back to it; nothing of it is published.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  constraint onboarding_profiles_have_turn check ((profiles_at is null) = (profiles_turn_hash is null)),
  constraint onboarding_vault_has_turn check ((vault_at is null) = (vault_turn_hash is null)),
  constraint onboarding_publish_has_turn check ((publish_at is null) = (publish_turn_hash is null)),
  constraint onboarding_vault_after_profiles check (vault_at is null or profiles_at is not null),
  constraint onboarding_interview_after_vault check (interview_at is null or vault_at is not null),
  constraint onboarding_publish_after_interview check (publish_at is null or interview_at is not null)
);

-- Only a linked profile is used by research; a removed one stays, so that a search that finds it again does not bring
-- it back.
create table artist_profiles (
  artist_id uuid not null references artists (id),
  id uuid not null,
  -- The identity of a page: the URL without its scheme, fragment and spelling variants (src/text/url/profile-url.ts).
  url_key text not null check (char_length(url_key) between 1 and 2048),
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
  unique (artist_id, url_key),
  unique (artist_id, site_name),
  constraint artist_profiles_decided_unless_candidate check ((state = 'candidate') = (decided_at is null))
);
