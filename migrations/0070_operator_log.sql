-- Who was made an administrator, and who is one no longer: one hash chain for the deployment, as an artist's audit log
-- is.
create table operator_events (
  seq event_number primary key,
  action event_action not null,
  subject event_subject not null,
  details event_details not null,
  at timestamptz(3) not null,
  previous digest,
  hash digest not null,
  constraint operator_events_check check ((seq = 1) = (previous is null))
);

-- The chain's head, in one row: number and hash of its newest event. Its lock puts operators in an order.
create table operator_log (
  is_only boolean primary key default true check (is_only),
  seq event_count not null default 0,
  head digest,
  constraint operator_log_check check ((seq = 0) = (head is null))
);
