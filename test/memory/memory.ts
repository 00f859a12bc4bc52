import { v7 as uuidv7 } from 'uuid'
import { computeCorrectionRevision } from '#src/text/revisions.ts'
import { formatQuery } from '../responses/answers.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

/** Calls the memory, boundary and history operations for the test's artist as one caller. */
export function createMemoryClient(
  context: Pick<TestContext, 'artistId' | 'call'>,
  subject: string | null = 'owner',
  artistId = context.artistId,
) {
  const base = `/api/artist/${artistId}`
  const boundaries = `${base}/interview/boundaries`
  return {
    memory: (query: Query) => context.call(subject, 'GET', `${base}/interview/memory${formatQuery(query)}`),
    history: (query: Query = {}) => context.call(subject, 'GET', `${base}/knowledge/history${formatQuery(query)}`),
    boundaries: (query: Query) => context.call(subject, 'GET', `${boundaries}${formatQuery(query)}`),
    save: (body: unknown) => context.call(subject, 'POST', boundaries, body),
    retract: (boundary: { id: string; revision: string }) =>
      context.call(subject, 'POST', `${boundaries}/${boundary.id}/retract`, { revision: boundary.revision }),
  }
}
type Query = Record<string, string | number>

/** The body that draws a boundary on a question. */
export const buildBoundaryOn = (question: { questionKey: string }, more: Partial<SentBoundary> = {}): SentBoundary => ({
  requestId: uuidv7(),
  questionKey: question.questionKey,
  wording: 'Please leave my father out of this.',
  scope: 'until_retracted',
  ...more,
})
type SentBoundary = { requestId: string; questionKey: string; wording: string; scope: 'sitting' | 'until_retracted' }

/** A correction as an import leaves it. */
export async function addCorrection(
  { db, artistId }: Pick<TestContext, 'db' | 'artistId'>,
  { claim = 'Grew up in a lighthouse.', correction = 'Grew up beside one.', recordedAt }: Correction = {},
): Promise<{ id: string; revision: string }> {
  const id = uuidv7()
  const statement = { claim, correction, correctionKind: 'factual', previous: null }
  const revision = computeCorrectionRevision({ artistId, correctionId: id, ...statement })
  const at = recordedAt ?? new Date().toISOString()
  const version = { claim, correction, correction_kind: 'factual', revision, number: 1 }
  await db
    .insertInto('corrections')
    .values({ artist_id: artistId, id, ...version, created_at: at, updated_at: at })
    .execute()
  await db
    .insertInto('correction_versions')
    .values({ artist_id: artistId, correction_id: id, ...version, saved_at: at })
    .execute()
  return { id, revision }
}
type Correction = { claim?: string; correction?: string | null; recordedAt?: string }

type Part = { name: string; text: string | null; start: number; end: number; totalChars: number; complete: boolean }

/**
 * The entries of all pages with their fields joined again; throws where a part is missing, repeated or out of order.
 */
export function assembleEntries(pages: Loose[]): Loose[] {
  const entries = new Map<string, Loose>()
  for (const { fields, ...entry } of pages.flatMap((page) => page.entries)) {
    const whole = entries.get(entry.entryId) ?? { ...entry, texts: {} }
    entries.set(entry.entryId, whole)
    for (const { name, field, text, start, end, totalChars, complete } of fields as (Part & { field?: string })[]) {
      const key = name ?? field
      const known = whole.texts[key]
      if ((known?.length ?? 0) !== start || end - start !== (text?.length ?? 0))
        throw new Error(`${key} has a gap at ${start}`)
      if (complete !== (end === totalChars)) throw new Error(`${key} has a wrong flag of completeness`)
      whole.texts[key] = text === null ? null : `${known ?? ''}${text}`
    }
  }
  return [...entries.values()]
}
