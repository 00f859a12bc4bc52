-- What callers have asked for within their present minute, where the limits are shared by several processes. It belongs to no artist.

-- Unlogged: a crash or a failover begins everybody's minute anew, which harms nobody, and nothing is flushed or sent to a standby for it.
create unlogged table caller_paces (
  -- A hash: neither an address nor a subject is kept.
  caller text primary key check (caller ~ '^[a-f0-9]{64}$'),
  taken integer not null check (taken >= 1),
  ends_at timestamptz(3) not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index caller_paces_by_end on caller_paces (ends_at);
