-- How far each artist's onboarding has come. No row: it has not begun.

create table onboarding (
  artist_id uuid primary key references artists (id),
  started_at timestamptz(3) not null,
  -- When profiles were last looked for outside.
  looked_at timestamptz(3),
  -- When each step was completed, in the order that the service keeps.
  profiles_at timestamptz(3),
  vault_at timestamptz(3),
  interview_at timestamptz(3),
  publish_at timestamptz(3),
  -- The turn that completed a step, by its hash: sent again it finds what it did.
  profiles_turn text check (profiles_turn ~ '^[a-f0-9]{64}$'),
  vault_turn text check (vault_turn ~ '^[a-f0-9]{64}$'),
  publish_turn text check (publish_turn ~ '^[a-f0-9]{64}$'),
  -- The latest draft, for whoever comes back to it; nothing of it is published.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  check ((profiles_at is null) = (profiles_turn is null)),
  check ((vault_at is null) = (vault_turn is null)),
  check ((publish_at is null) = (publish_turn is null)),
  check (vault_at is null or profiles_at is not null),
  check (interview_at is null or vault_at is not null),
  check (publish_at is null or interview_at is not null)
);
