import type pg from 'pg'

/** Artists and the answers of each; artist 0 has more answers, for the writers that share one artist. */
const artistsMany = 10_000
const answersPerArtist = 10
const answersOfSharedArtist = 1_600
/** Each may act for every artist. */
export const claimants = ['claimant 1', 'claimant 2', 'claimant 3', 'claimant 4'] as const
/** The text of each artist's one source, and what an offer quotes of it. */
export const sourceText = 'She said “we kept the first take”, and then she laughed. The bell on the record is real.'
export const quotes = ['we kept the first take', 'The bell on the record'] as const

const words =
  'My sister played one at the wake, and the whole room went quiet. Seven of eleven stops answer, and the vox humana ' +
  'sounds like somebody I know. '

/** Identities by name, the same in every run; digests likewise, so this data is nothing that `verify` would accept. */
const functions = `
  create function pg_temp.id_of(what text) returns uuid language sql immutable
    return overlay(overlay(md5(what) placing '4' from 13) placing '8' from 17)::uuid;
  create function pg_temp.digest_of(what text) returns text language sql immutable
    return encode(sha256(convert_to(what, 'UTF8')), 'hex');
  create temporary table numbered as
    select n as artist, k as answer, pg_temp.id_of('artist ' || n) as artist_id,
      pg_temp.id_of('answer ' || n || ' ' || k) as id, pg_temp.digest_of('answer ' || n || ' ' || k) as revision,
      substr(repeat($w$${words}$w$, 5), 1 + (n * 31 + k * 17) % 60, 40 + (n * 7919 + k * 104729) % 460) as text
    from generate_series(0, ${artistsMany}) as n,
      generate_series(1, case n when 0 then ${answersOfSharedArtist} else ${answersPerArtist} end) as k`

const people = `
  insert into users (id, subject)
    select pg_temp.id_of(subject), subject from unnest(array['${claimants.join("', '")}']) as subject;
  insert into artists (id, name)
    select pg_temp.id_of('artist ' || n), 'Artist ' || n from generate_series(0, ${artistsMany}) as n;
  insert into claims (artist_id, user_id, state) select a.id, u.id, 'approved' from artists a, users u`

const answers = `
  insert into audit_events (artist_id, seq, action, subject, revision, at, details, previous, hash)
    select artist_id, answer, 'record.imported', 'entry:' || id, revision, timestamptz '2020-01-01T00:00:00Z', '{}',
      case when answer > 1 then pg_temp.digest_of('event ' || artist || ' ' || answer - 1) end,
      pg_temp.digest_of('event ' || artist || ' ' || answer)
    from numbered order by artist_id, answer;
  insert into interview_entries (artist_id, id, question_key, question, answer, state, source, sitting, revision,
      offered_at, answer_updated_at, saved_seq)
    select artist_id, id, 'imported-' || id, 'Where was it, and who else was there?', text, 'answered', 'import',
      1 + answer / 4, revision, timestamptz '2020-01-01T00:00:00Z' + answer * interval '1 hour',
      timestamptz '2020-01-01T00:30:00Z' + answer * interval '1 hour', answer
    from numbered order by artist_id, id;
  insert into response_versions (artist_id, entry_id, number, revision, answer, saved_seq)
    select artist_id, id, 1, revision, text, answer from numbered order by artist_id, id`

const sources = `
  insert into sources (artist_id, source_id, kind, title, curation, revision)
    select id, 'vault:' || id, 'vault', 'A source', 'approved', pg_temp.digest_of('source ' || id) from artists;
  insert into source_revisions (artist_id, source_id, revision, text_utf16, total_chars)
    select id, 'vault:' || id, pg_temp.digest_of('source ' || id),
      decode('${Buffer.from(sourceText, 'utf16le').toString('hex')}', 'hex'), ${sourceText.length} from artists`

/**
 * What the floors write to: the columns and keys of the service's tables with the same rows, and neither checks nor
 * foreign keys nor other indexes.
 */
const plainTables = `
  create schema plain;
  create table plain.artists as select a.id, coalesce(max(e.seq), 0) as seq, max(e.hash) as head
    from public.artists a left join public.audit_events e on e.artist_id = a.id group by a.id;
  alter table plain.artists add primary key (id);
  create table plain.entries (artist_id uuid, id uuid, question_key text, question text, answer text, state text,
    source text, sitting int, citations jsonb, revision text, previous text, offered_at timestamptz,
    answer_updated_at timestamptz, saved_seq int, session_id uuid, ordinal int, primary key (artist_id, id))
    with (fillfactor = 80);
  insert into plain.entries select artist_id, id, question_key, question, answer, state, source, sitting, citations,
    revision, previous, offered_at, answer_updated_at, saved_seq, session_id, ordinal from public.interview_entries;
  create table plain.versions (artist_id uuid, entry_id uuid, number int, revision text, previous text, answer text,
    saved_at timestamptz, saved_seq int, primary key (artist_id, entry_id, number));
  insert into plain.versions select artist_id, entry_id, number, revision, previous, answer, saved_at, saved_seq
    from public.response_versions;
  create table plain.events (artist_id uuid, seq int, action text, subject text, revision text, actor text,
    at timestamptz, details jsonb, previous text, hash text, primary key (artist_id, seq));
  insert into plain.events select artist_id, seq, action, subject, revision, actor, at, details, previous, hash
    from public.audit_events;
  create table plain.sessions (artist_id uuid, id uuid, request_id uuid, sitting int, state text,
    created_at timestamptz, closed_at timestamptz, primary key (artist_id, id));
  create table plain.jobs (artist_id uuid, id uuid, kind text, state text, requests int, queued_at timestamptz,
    primary key (artist_id, kind)) with (fillfactor = 70)`

/** Makes the data set, for the service and for the floors. */
export async function makeAnswers(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(['begin', functions, people, answers, sources, plainTables, 'commit'].join(';'))
    await client.query('vacuum (analyze)')
  } finally {
    client.release()
  }
}
