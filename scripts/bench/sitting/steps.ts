import { setClaim } from '#src/admin/claims.ts'
import { indexSource } from '#src/evidence/search/index-source.ts'
import { computeSourceRevision, type HashedReference } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import type { BenchEnvironment } from '../environment.ts'
import { runLoop } from '../loop.ts'
import type { openTestUser } from '../test-user.ts'

/** The measured steps of a sitting. */
export type Step = 'offer' | 'answer' | 'finish'

/** Completes one sitting and returns how many milliseconds each step took. */
export type Hold = () => Promise<Record<Step, number>>

/** An artist with a text, and two quotes of it. */
export type Subject = { artistId: string; references: HashedReference[] }

const text = 'She said “we kept the first take”, and then she laughed. The bell on the record is real.'

export async function newSubject(
  { db, newId }: BenchEnvironment,
  { subject }: Awaited<ReturnType<typeof openTestUser>>,
  cite: (source: { sourceId: string; revision: string; text: string }, quote: string) => HashedReference,
): Promise<Subject> {
  const artistId = newId()
  await db.insertInto('artists').values({ id: artistId, name: 'Mara Quill' }).execute()
  await setClaim(db, { artistId, subject, state: 'approved' })
  const sourceId = `vault:${newId()}`
  const revision = computeSourceRevision({ artistId, sourceId, text })
  const about = { kind: 'vault', title: 'A source', url: 'https://example.org/source', curation: 'approved' }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sources')
      .values({ artist_id: artistId, source_id: sourceId, ...about, is_private: false, revision })
      .execute()
    await trx
      .insertInto('source_revisions')
      .values({
        artist_id: artistId,
        source_id: sourceId,
        revision,
        text_utf16: toUtf16(text),
        total_chars: text.length,
      })
      .execute()
    await indexSource(trx, artistId, sourceId, revision, text)
  })
  const source = { sourceId, revision, text }
  return { artistId, references: [cite(source, 'we kept the first take'), cite(source, 'The bell on the record')] }
}

/** How often a second the step could be done by this many connections, by how long it took each time. */
export type Steps = (step: Step, seconds: number) => Promise<number>

export function timed(holds: readonly Hold[]): Steps {
  return async (step, seconds) => {
    let [count, spentMs] = [0, 0]
    await runLoop(holds.length, seconds, async (loop) => {
      const taken = await holds[loop]?.()
      count += 1
      spentMs += taken?.[step] ?? Number.NaN
    })
    return (count * holds.length * 1_000) / spentMs
  }
}

/** The result of the work, with the milliseconds it took. */
export async function clocked<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const answer = await work
  return [answer, performance.now() - began]
}
