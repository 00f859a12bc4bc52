import { connect } from 'node:net'
import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

/**
 * The response to bytes that stop in the middle of a request, and after how many milliseconds the connection closed.
 */
function stall(port: number, bytes: string): Promise<{ received: string; ms: number }> {
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('close', () => resolve({ received, ms: performance.now() - startedMs }))
    socket.on('error', reject)
  })
}

t.test('a slow request is ended near its limit, with the one error body', async (t) => {
  const limitMs = 1_500
  const context = await createTestContext(t, { REQUEST_TIMEOUT_MS: `${limitMs}` })
  const { port } = new URL(await context.app.listen({ port: 0, host: '127.0.0.1' }))
  const requests = {
    'slow headers': 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'a slow body':
      'POST /api/research/advance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  }
  const ended = await Promise.all(
    Object.entries(requests).map(async ([name, bytes]) => ({ name, ...(await stall(Number(port), bytes)) })),
  )
  for (const { name, received, ms } of ended) {
    t.match(received, /^HTTP\/1\.1 400 [\s\S]*"status":"error","code":"invalid_request"/, name)
    t.ok(ms >= limitMs && ms < limitMs + 10_000, `${name}: within a second of its limit, give or take a busy machine`)
  }
})
