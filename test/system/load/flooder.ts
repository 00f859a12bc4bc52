// An anonymous flood on POST advance: `flooder.ts BASE` as a child with a channel; sends until it is stopped,
// then reports its responses. The addresses are enough that none exceeds its own limit: 500 calls a second come from
// callers who do nothing wrong by themselves.
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'

const [base = ''] = process.argv.slice(2)
// A flooder has a machine of its own: its processor time must not be missing where the service is measured.
setPriority(constants.priority.PRIORITY_LOW)

const callsPerTick = 5
const tickMs = 10
/** All of 127.0.0.0/8 is local. One connection each, as many as the listen queue holds. */
const agents = Array.from({ length: 320 }, (_, at) => ({
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  localAddress: `127.0.${1 + (at >> 7)}.${1 + (at & 127)}`,
}))
const answers = new Map<string, number>()
let isOver = false
process.once('message', () => {
  isOver = true
})
process.send?.('begins')

// Delayed calls are not sent later in one burst: that would be another flood than the intended one.
for (let due = performance.now(), sent = 0; !isOver; due = Math.max(due + tickMs, performance.now() - 10 * tickMs)) {
  await after(Math.max(0, due - performance.now()))
  for (let call = 0; call < callsPerTick; call += 1, sent += 1) send(sent)
}
process.send?.(Object.fromEntries(answers))
process.disconnect()
for (const { agent } of agents) agent.destroy()
process.exit(0)

function send(at: number): void {
  const from = agents[at % agents.length]
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)
  request(`${base}/api/research/advance`, { method: 'POST', ...from }, (response) => {
    count(String(response.statusCode))
    response.resume()
  })
    .on('error', ({ message }) => count(message))
    .end()
}
