import { assembleEntries } from '../../memory/memory.ts'
import { formatQuery, walk } from '../../responses/answers.ts'
import { passage } from '../../sessions/interview.ts'
import { buildCitation, type Loose } from '../../support/test-context.ts'
import type { TestEnvironment } from '../environment.ts'
import type { HttpClient } from '../http-client.ts'
import { createOwnedArtist, importText } from '../service.ts'

export type Written = (body: object) => string

/**
 * The owner's requests for one artist, as a client of the HTTP interface alone. `written` decides how JSON is written.
 */
export async function openArtist(environment: TestEnvironment, { send }: HttpClient, written: Written) {
  const id = await createOwnedArtist(environment)
  const reference = buildCitation(await importText(environment, id, passage), 'we kept the first take')
  const base = `/api/artist/${id}`
  const interview = `${base}/interview`
  const get = (path: string, query: Record<string, string | number>) => send('GET', `${path}${formatQuery(query)}`)

  return {
    id,
    start: async (): Promise<Loose> => {
      const { status, body } = await send(
        'POST',
        `${interview}/session`,
        JSON.stringify({ requestId: environment.newId() }),
      )
      if (status !== 200) throw new Error(`A start answered ${status} ${body.code}`)
      return body.session
    },
    finish: (session: Loose) => send('POST', `${interview}/session/${session.id}/finish`, '{}'),
    memory: async (sitting: number) => {
      const pages = await walk((cursor) => get(`${interview}/memory`, { ...cursor, sitting, maxChars: 20_000 }))
      return { snapshotId: pages[0].snapshotId, answer: assembleEntries(pages)[0]?.texts.answer }
    },
    offer: (session: Loose, ordinal: number, memorySnapshotId: string, question: string) =>
      send(
        'POST',
        `${interview}/session/${session.id}/offer`,
        written({ ordinal, memorySnapshotId, question, references: [reference] }),
      ),
    save: ({ id: entryId, revision: expectedRevision }: Loose, answer: string) =>
      send('POST', `${interview}/answers/${entryId}`, written({ expectedRevision, answer })),
    revise: ({ id: entryId, revision: expectedRevision }: Loose, wording: { answer: string; note?: string }) =>
      send('PATCH', `${interview}/responses/${entryId}`, written({ expectedRevision, ...wording })),
    versions: async (entryId: string) =>
      (await walk((cursor) => get(`${interview}/responses/${entryId}/versions`, { ...cursor, limit: 20 }))).flatMap(
        (page) => page.versions,
      ),
    responses: async () =>
      (await walk((cursor) => get(`${interview}/responses`, { ...cursor, limit: 20 }))).flatMap(
        (page) => page.responses,
      ),
    history: async () =>
      assembleEntries(
        await walk((cursor) => get(`${base}/knowledge/history`, { ...cursor, limit: 50, maxChars: 20_000 })),
      ),
  }
}
