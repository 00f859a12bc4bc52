import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { createLanguageModel } from '#src/research/providers/model.ts'

/** What the model says, as JSON or as it is; a number is a status, and null no answer at all. */
type Answer = object | string | number | null

/** A service that speaks the chat-completions API and gives these answers in turn, the last of them for ever. */
export async function openModel(t: Test, answers: readonly Answer[], deadlineMs = 20_000) {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url} ${await text(request)}`)
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (answer === null || answer === undefined) return
    if (typeof answer === 'number') return response.writeHead(answer).end('no')
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message: { content } }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = createLanguageModel({ url, name: 'test', key: 'secret', takesSchema: true, deadlineMs })
  return { model, requests }
}
