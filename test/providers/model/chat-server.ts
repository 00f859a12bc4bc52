import type { ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { Loose } from '../../support/test-context.ts'
import { startServer } from '../http/outside.ts'

/** The protocol's response with one message, as its documentation shows it. */
export const buildCompletion = (content: unknown, more: Record<string, unknown> = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_763_720_000,
  model: 'drafter-1',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', logprobs: null, ...more }],
  usage: { prompt_tokens: 900, completion_tokens: 200, total_tokens: 1_100 },
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

/** A server with the chat completions protocol: each request gets the current `chat.reply`. */
export async function startChatServer(t: Test, reply: Reply) {
  const chat = { reply, base: '', bodies: [] as Loose[], headers: [] as Loose[], paths: [] as (string | undefined)[] }
  const { base } = await startServer(t, async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    chat.bodies.push(body)
    chat.headers.push(request.headers)
    chat.paths.push(request.url)
    chat.reply(response, body)
  })
  chat.base = `${base}/v1`
  return chat
}
