/**
 * What the floors write to: the columns and keys of the service's tables with the same rows, and neither checks nor
 * foreign keys nor other indexes.
 */
export const plainTables = `
  create schema plain;
  create table plain.artists as select a.id, coalesce(max(e.seq), 0) as seq, max(e.hash) as head
    from public.artists a left join public.audit_events e on e.artist_id = a.id group by a.id;
  alter table plain.artists add primary key (id);
  create table plain.entries (artist_id uuid, id uuid, question_key text, question text, answer text, state text, source text,
    sitting int, citations jsonb, revision text, previous text, offered_at timestamptz, answer_updated_at timestamptz,
    saved_seq int, session_id uuid, ordinal int, primary key (artist_id, id)) with (fillfactor = 80);
  insert into plain.entries select artist_id, id, question_key, question, answer, state, source, sitting, citations, revision,
    previous, offered_at, answer_updated_at, saved_seq, session_id, ordinal from public.interview_entries;
  create table plain.versions (artist_id uuid, entry_id uuid, number int, revision text, previous text, answer text,
    saved_at timestamptz, saved_seq int, primary key (artist_id, entry_id, number));
  insert into plain.versions select artist_id, entry_id, number, revision, previous, answer, saved_at, saved_seq
    from public.response_versions;
  create table plain.events (artist_id uuid, seq int, action text, subject text, revision text, actor text, at timestamptz,
    details jsonb, previous text, hash text, primary key (artist_id, seq));
  insert into plain.events select artist_id, seq, action, subject, revision, actor, at, details, previous, hash
    from public.audit_events;
  create table plain.sessions (artist_id uuid, id uuid, request_id uuid, sitting int, state text, created_at timestamptz,
    closed_at timestamptz, primary key (artist_id, id));
  create table plain.jobs (artist_id uuid, id uuid, kind text, state text, requests int, queued_at timestamptz,
    primary key (artist_id, kind)) with (fillfactor = 70)`
