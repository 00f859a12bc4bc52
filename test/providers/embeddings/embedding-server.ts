import type { Test } from 'tap'
import type { Loose } from '../../support/test-context.ts'
import { startServer } from '../http/outside.ts'
import { type Reply, replyWith } from '../model/chat-server.ts'

export type EmbeddingServer = {
  reply: Reply
  base: string
  bodies: Loose[]
  headers: Loose[]
  paths: (string | undefined)[]
}

/** The protocol's response, as its documentation shows it. */
export const buildEmbeddings = (vectors: unknown[]) => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model: 'vectors-1',
  usage: { prompt_tokens: 8, total_tokens: 8 },
})

/** Answers each text with its vector. */
export const replyWithVectors =
  (embed: (text: string) => number[]): Reply =>
  (response, body) =>
    replyWith(200, buildEmbeddings(body.input.map(embed)))(response, body)

/** A server with the embeddings protocol: each request gets the current `reply`. */
export async function startEmbeddingServer(t: Test, reply: Reply): Promise<EmbeddingServer> {
  const server: EmbeddingServer = { reply, base: '', bodies: [], headers: [], paths: [] }
  const { base } = await startServer(t, async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    server.bodies.push(body)
    server.headers.push(request.headers)
    server.paths.push(request.url)
    server.reply(response, body)
  })
  server.base = `${base}/v1`
  return server
}
