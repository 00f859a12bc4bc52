import { createNextRevision } from '#src/records/interview/entries.ts'
import { addEvents, type InterviewContext, offerFirstQuestion } from '../sessions/interview.ts'
import type { ApiReply, Loose, TestContext } from '../support/test-context.ts'

/** Calls the response operations for the test's artist as one caller. */
export function createResponsesClient(
  context: InterviewContext,
  subject: string | null = 'owner',
  artistId = context.artistId,
) {
  const base = `/api/artist/${artistId}/interview/responses`
  const get = (path: string, query: Record<string, string | number> = {}) =>
    context.call(subject, 'GET', `${base}${path}${formatQuery(query)}`)
  return {
    list: (query = {}) => get('', query),
    read: (id: string, query = {}) => get(`/${id}`, query),
    versions: (id: string, query = {}) => get(`/${id}/versions`, query),
    revise: (id: string, body: unknown, headers: Record<string, string> = {}) =>
      context.call(subject, 'PATCH', `${base}/${id}`, body, headers),
  }
}

export function formatQuery(query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Answers the first question of a new sitting; the question as the answer operation returns it. */
export async function answerFirstQuestion(context: InterviewContext, answer = 'We kept it because of the laugh.') {
  const sitting = await offerFirstQuestion(context)
  const question: Loose = (await sitting.answer(sitting.question, answer)).body.question
  return { ...sitting, question }
}

/** Every page from the first to the last; `read` gets the cursor of the page before. */
export async function walk(read: (query: { cursor?: string }) => Promise<ApiReply>): Promise<Loose[]> {
  const pages: Loose[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body }: ApiReply = await read(cursor === '' ? {} : { cursor })
    if (status !== 200) throw new Error(`A page answered ${status} ${body.code}`)
    pages.push(body)
    cursor = 'nextCursor' in body ? body.nextCursor : body.budget.nextCursor
  }
  return pages
}

/** Gives an answer `count` more versions, as that many revises would; returns all wordings, the newest first. */
export async function addVersions({ db }: TestContext, id: string, count: number): Promise<string[]> {
  const entry = await db.selectFrom('interview_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = []
  let state = entry
  for (let number = 2; number <= count + 1; number += 1) {
    const answer = `Wording ${number}.`
    state = { ...entry, ...createNextRevision(state, answer), answer }
    const { revision } = state
    rows.push({ artist_id: entry.artist_id, entry_id: id, number, revision, answer, saved_seq: 0 })
  }
  const change = { action: 'answer.revised', subject: `entry:${id}` }
  const last = await addEvents(
    db,
    entry.artist_id,
    rows.map(({ revision }) => ({ ...change, revision })),
  )
  for (const [at, row] of rows.entries()) row.saved_seq = last - rows.length + 1 + at
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('response_versions')
      .values(rows.slice(at, at + 500))
      .execute()
  }
  const { revision, answer } = state
  await db.updateTable('interview_entries').set({ revision, answer, saved_seq: last }).where('id', '=', id).execute()
  return [entry.answer ?? '', ...rows.map((row) => row.answer)].reverse()
}
