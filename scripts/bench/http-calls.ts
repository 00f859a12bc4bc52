import { randomUUID } from 'node:crypto'
import { Client } from 'undici'
import { quotes, sourceText } from './answers.ts'
import type { Artist, Calls } from './load.ts'

/** The calls of a client of the service, over one connection that stays open. */
export function openHttpCalls(base: string, authorization: string): Calls & { close: () => Promise<void> } {
  const client = new Client(base)

  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<string> {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const sent = body === undefined ? null : JSON.stringify(body)
    const reply = await client.request({ method, path, headers, body: sent })
    const text = await reply.body.text()
    if (reply.statusCode !== 200) throw new Error(`${method} ${path} was answered ${reply.statusCode} ${text}`)
    return text
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
      const question = { ordinal: 1, question: 'What is behind this passage?', references: buildReferences(artist) }
      const path = `${buildPath(artist.id)}/session/${session.id}/offer`
      return JSON.parse(await call('POST', path, { memorySnapshotId, ...question })).question
    },
    answer: async ({ id }, question, answer) => {
      const body = { expectedRevision: question.revision, answer }
      return JSON.parse(await call('POST', `${buildPath(id)}/answers/${question.id}`, body)).question.revision
    },
    finish: async ({ id }, session) => void (await call('POST', `${buildPath(id)}/session/${session.id}/finish`, {})),
    close: () => client.destroy(),
  }
}

/** Both passages of the artist's source. */
export const buildReferences = ({ id, sourceRevision: revision }: Pick<Artist, 'id' | 'sourceRevision'>) =>
  quotes.map((quote) => {
    const start = sourceText.indexOf(quote)
    return { kind: 'original', sourceId: `vault:${id}`, revision, start, end: start + quote.length, quote } as const
  })
