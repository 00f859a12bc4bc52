import { randomUUID } from 'node:crypto'
import { quotes, sourceText } from '../data/answers.ts'
import type { Artist, Calls } from './artists.ts'
import { openHttpClient } from './http-client.ts'

/** The calls of a client of the service. */
export function openHttpCalls(base: string, authorization: string): Calls {
  const { send } = openHttpClient(base, authorization)

  async function call(method: string, path: string, body?: unknown): Promise<string> {
    const reply = await send(method, path, body)
    if (reply.status !== 200) throw new Error(`${base}: ${method} ${path} was answered ${reply.status} ${reply.body}`)
    return reply.body
  }
  const buildPath = (artistId: string) => `/api/artist/${artistId}/interview`
  return {
    read: async ({ artistId, id }) => void (await call('GET', `${buildPath(artistId)}/responses/${id}`)),
    revise: async ({ artistId, id, revision }, answer) => {
      const body = { expectedRevision: revision, answer }
      return JSON.parse(await call('PATCH', `${buildPath(artistId)}/responses/${id}`, body)).response.revision
    },
    start: async ({ id }) =>
      JSON.parse(await call('POST', `${buildPath(id)}/session`, { requestId: randomUUID() })).session,
    offer: async (artist, session, memorySnapshotId) => {
      const body = {
        ordinal: 1,
        memorySnapshotId,
        question: 'What is behind this passage?',
        references: buildReferences(artist),
      }
      return JSON.parse(await call('POST', `${buildPath(artist.id)}/session/${session.id}/offer`, body)).question
    },
    answer: async ({ id }, question, answer) => {
      const body = { expectedRevision: question.revision, answer }
      return JSON.parse(await call('POST', `${buildPath(id)}/answers/${question.id}`, body)).question.revision
    },
    finish: async ({ id }, session) => void (await call('POST', `${buildPath(id)}/session/${session.id}/finish`, {})),
  }
}

/** Both passages of the artist's source. */
export const buildReferences = ({ id, sourceRevision: revision }: Pick<Artist, 'id' | 'sourceRevision'>) =>
  quotes.map((quote) => {
    const start = sourceText.indexOf(quote)
    return { kind: 'original', sourceId: `vault:${id}`, revision, start, end: start + quote.length, quote } as const
  })
