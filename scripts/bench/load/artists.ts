import type pg from 'pg'
import { computeSha256 } from '#src/text/revisions.ts'

/** What a client knows of an artist: the answers as they stand, and which of them was saved last. */
export type Artist = { id: string; sourceRevision: string; answers: Answer[]; latest: Answer; shared: boolean }
export type Answer = { id: string; artistId: string; revision: string; savedSeq: number; number: number }

export type Session = { id: string; sitting: number }
export type OfferedQuestion = { id: string; revision: string }

/** What a load is made of, over one connection; each call throws unless it succeeded. */
export type Calls = {
  read: (answer: Answer) => Promise<void>
  /** The new revision. */
  revise: (answer: Answer, text: string) => Promise<string>
  start: (artist: Artist) => Promise<Session>
  offer: (artist: Artist, session: Session, snapshotId: string) => Promise<OfferedQuestion>
  /** The revision of the answered question. */
  answer: (artist: Artist, question: OfferedQuestion, text: string) => Promise<string>
  finish: (artist: Artist, session: Session) => Promise<void>
}

const tables = {
  service: { entries: 'public.interview_entries', versions: 'public.response_versions' },
  plain: { entries: 'plain.entries', versions: 'plain.versions' },
} as const

/** Every artist of the data set, in the order of ids; the one that writers may share is the last. */
export async function loadArtists(pool: pg.Pool, of: keyof typeof tables): Promise<Artist[]> {
  const { entries, versions } = tables[of]
  const { rows } =
    await pool.query<Answer>(`select e.artist_id as "artistId", e.id, e.revision, e.saved_seq as "savedSeq",
      (select max(number) from ${versions} v where v.artist_id = e.artist_id and v.entry_id = e.id) as number
    from ${entries} e where e.question_key like 'imported-%' or e.saved_seq is not null order by e.artist_id, e.id`)
  const artists = Map.groupBy(rows, ({ artistId }) => artistId)
  const all = [...artists].map(([id, answers]): Artist => {
    const latest = answers.reduce((last, answer) => (answer.savedSeq > last.savedSeq ? answer : last))
    return { id, answers, latest, sourceRevision: computeSha256(`source ${id}`), shared: answers.length >= sharedFrom }
  })
  return all.toSorted((a, b) => Number(a.shared) - Number(b.shared))
}

/** Far more answers than another artist ever has. */
const sharedFrom = 1_000
