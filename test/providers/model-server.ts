import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import { startServer } from '../support/local-server.ts'
import type { Loose } from '../support/test-context.ts'

/** The response of the chat completions protocol with one message, as its documentation shows it. */
export const buildCompletion = (content: unknown, more: Record<string, unknown> = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_763_720_000,
  model: 'drafter-1',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', logprobs: null, ...more }],
  usage: { prompt_tokens: 900, completion_tokens: 200, total_tokens: 1_100 },
})

/** The response of the embeddings protocol, as its documentation shows it. */
export const buildEmbeddings = (vectors: unknown[]) => ({
  object: 'list',
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model: 'vectors-1',
  usage: { prompt_tokens: 8, total_tokens: 8 },
})

/** Responds to a request, whose body has been read. */
export type Reply = (response: ServerResponse, body: Loose) => unknown

export const replyWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** A message with an object in it, as a model writes one. */
export const replyWithObject = (object: unknown): Reply => replyWith(200, buildCompletion(JSON.stringify(object)))

/** Answers each text with its vector. */
export const replyWithVectors =
  (embed: (text: string) => number[]): Reply =>
  (response, body) =>
    replyWith(200, buildEmbeddings(body.input.map(embed)))(response, body)

/** A server with a model's protocol: each request gets the current `reply`. */
export async function startModelServer(t: Test, reply: Reply) {
  const server = { reply, base: '', bodies: [] as Loose[], headers: [] as Loose[], paths: [] as (string | undefined)[] }
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
