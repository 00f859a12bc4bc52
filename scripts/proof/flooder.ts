// An anonymous flood on POST advance: `flooder.ts BASE` as a child with a channel; sends until told to stop, then says what it was answered.
// From many addresses, for the pace holds for each, and 500 calls a second: two hundred and fifty times what one address may send.
import { Agent, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'

const [base = ''] = process.argv.slice(2)
const callsPerTick = 5
const tickMs = 10
/** All of 127.0.0.0/8 is this machine. */
const agents = Array.from({ length: 16 }, (_, at) => ({
  agent: new Agent({ keepAlive: true, maxSockets: 8 }),
  localAddress: `127.0.0.${at + 2}`,
}))
const answers = new Map<string, number>()
let isOver = false
process.once('message', () => {
  isOver = true
})
process.send?.('begins')

for (let due = performance.now(), sent = 0; !isOver; due += tickMs) {
  await after(Math.max(0, due - performance.now()))
  for (let call = 0; call < callsPerTick; call += 1, sent += 1) send(sent)
}
process.send?.([...answers].map(([answer, count]) => `${count} times ${answer}`).join(', '))
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
