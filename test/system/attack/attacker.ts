import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { loadConfig } from '#src/config.ts'
import type { Attack, Origin } from './attacks.ts'

// One attack against a running service, as a child with a channel: `attacker.ts BASE` gets the attack, and then `stop`;
// it returns its responses. It has an address of its own and a bounded rate, and runs only where nothing else wants a
// processor (on Linux; elsewhere with the lowest priority): it is not the machine of the service that an attacker uses.

/** How often each response came: a status, with `come again` where it has Retry-After, or why there was none. */
export type AttackReport = Record<string, number>

setPriority(constants.priority.PRIORITY_LOW)
spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)])
const [base = ''] = process.argv.slice(2)
const tickMs = 20
const comeAgain = ' come again'
/** The service's time for a request, which Node checks once a second; the rest is the machine's. */
const closedWithinMs = loadConfig({}).timeouts.requestMs + 2_500
/** Bytes of a header or a body without end, which are sent one by one. */
const endless = [
  'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /api/research/advance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"kinds":[',
]
const byteEveryMs = 500

const answers: AttackReport = {}
function count(answer: string): void {
  answers[answer] = (answers[answer] ?? 0) + 1
}
let isOver = false
process.send?.('begins')
const [attack] = (await once(process, 'message')) as [Attack & Origin]
process.once('message', () => {
  isOver = true
})
await (attack.openConnections === undefined ? sendAll(attack) : holdAll(attack, attack.openConnections))
process.send?.(answers, () => process.exit(0))

/** Runs `act` at the rate of the attack until it is stopped. */
async function repeatAtRate({ perSecond }: Attack, act: () => void): Promise<void> {
  const perTick = (perSecond * tickMs) / 1_000
  let owed = 0
  for (let due = performance.now(); !isOver; due = Math.max(due + tickMs, performance.now() - tickMs)) {
    await after(Math.max(0, due - performance.now()))
    for (owed += perTick; owed >= 1; owed -= 1) act()
  }
}

async function sendAll(attack: Attack & Origin): Promise<void> {
  const { requests, headers, connections, hangUpMs, addresses, localAddress } = attack
  const dispatchers =
    addresses === undefined
      ? [new Agent({ connections, localAddress })]
      : // All of 127.0.0.0/8 is local.
        Array.from({ length: addresses }, (_, at) => {
          const own = `127.0.${8 + (at >> 7)}.${1 + (at & 127)}`
          return new Agent({ connections: 1, localAddress: own })
        })
  let underWay = 0
  let sent = 0
  await repeatAtRate(attack, () => {
    const next = requests[sent % requests.length]
    if (next === undefined || underWay >= connections) return
    sent += 1
    underWay += 1
    const json = next.json ?? JSON.stringify(next.body)
    const body = json === undefined ? {} : { body: json }
    const signal = hangUpMs === undefined ? {} : { signal: AbortSignal.timeout(hangUpMs) }
    void request(`${base}${next.path}`, {
      method: next.method,
      dispatcher: dispatchers[sent % dispatchers.length] as Agent,
      headers: { ...headers, 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      ...body,
      ...signal,
    })
      .then(async (response) => {
        count(`${response.statusCode}${response.headers['retry-after'] === undefined ? '' : comeAgain}`)
        await response.body.dump()
      })
      .catch((error: Error) => count(error.name === 'TimeoutError' ? 'hung up' : error.message))
      .finally(() => {
        underWay -= 1
      })
  })
  // Its responses are not awaited.
  for (const dispatcher of dispatchers) void dispatcher.destroy()
}

async function holdAll(attack: Attack & Origin, max: number): Promise<void> {
  const { port, hostname } = new URL(base)
  const open = new Set<Socket>()
  let opened = 0
  await repeatAtRate(attack, () => {
    if (open.size >= max) return
    const socket = connect({ port: Number(port), host: hostname, localAddress: attack.localAddress })
    const beginning = endless[opened++ % endless.length] ?? ''
    const startedMs = performance.now()
    let dribbling: NodeJS.Timeout | undefined
    open.add(socket)
    socket.on('error', () => {}).on('connect', () => count('connected'))
    if (attack.sends === 'a byte at a time') {
      socket.on('connect', () => socket.write(beginning)).resume()
      dribbling = setInterval(() => socket.write('7'), byteEveryMs)
    }
    socket.on('close', () => {
      clearInterval(dribbling)
      open.delete(socket)
      count(performance.now() - startedMs <= closedWithinMs ? 'closed' : 'closed late')
    })
  })
  for (const socket of open) socket.removeAllListeners('close').destroy()
}
