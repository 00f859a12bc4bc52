import { connect } from 'node:net'
import { join } from 'node:path'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { startService } from '../../support/service.ts'
import { withoutLimits } from '../../support/settings.ts'
import type { TestEnvironment } from '../environment.ts'
import { type Actors, patient } from '../service.ts'
import { type Measure, openProbe } from './probe.ts'

/** What is served beside the contract. The first request for a page prepares it. */
const pages = [
  '/',
  '/docs',
  '/docs/static/swagger-ui-bundle.js',
  '/openapi.json',
  '/openapi.yaml',
  '/workflows.arazzo.yaml',
  '/console',
  '/guides/',
  '/ready',
  '/metrics',
  '/sandbox/requests',
  '/sandbox/report',
]

/** A developer's machine renders the guides for them, a build has loaded them. */
const ofGuides = ['/', '/guides/']

/** As many requests as a sandbox remembers. */
const remembered = 1_000

/** Shortest requests, as many as one packet of a socket's buffer holds. */
const buildPacket = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(65_536 / (28 + target.length))

/**
 * Every page, tokens and packets of requests, on a service of a developer's machine with a sandbox: the build has
 * neither samples nor sandbox. What has the guides is measured on the build.
 */
export async function measurePages(
  environment: TestEnvironment,
  built: { base: string; probe: ReturnType<typeof openProbe> },
  measure: (probe: ReturnType<typeof openProbe>, title: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const folder = join(environment.folder, 'developer')
  const probe = openProbe(environment.folder, 'developer')
  const { base, end } = await startService({
    DATA_FOLDER: folder,
    LOG_LEVEL: 'error',
    CHAOS: 'on-demand',
    ...patient,
    ...withoutLimits,
    ...probe.settings,
  })
  environment.teardown(() => end('SIGTERM'))
  const get = async (path: string, init: RequestInit = {}, from = base) => {
    const response = await fetch(`${from}${path}`, init)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  }
  for (let sent = 0; sent < remembered; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${base}/api/artists`).then((refused) => refused.text())))
  for (const path of pages) {
    const served = ofGuides.includes(path) ? built : { base, probe }
    const read = () => get(path, {}, served.base)
    await measure(served.probe, `${path}, for the first time`, read)
    // A sandbox has one user.
    if (path.startsWith('/sandbox')) continue
    await measure(served.probe, `${path}, twenty at once`, () => Promise.all(Array.from({ length: 20 }, read)))
  }
  await measure(probe, 'a development token', () => get('/development/tokens/mara', { method: 'POST' }))
  for (const target of ['/', '/api/health', '/api/artists', '/nowhere'])
    await measure(probe, `a packet of requests for ${target}`, () => sendPacket(base, buildPacket(target)))
}

/** Resolves when the service has closed the connection. */
async function sendPacket(base: string, packet: string): Promise<void> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  // It may reset the connection, which still has requests.
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
  socket.resume().write(packet)
  await closed
}

/** More than one caller may have under way: its own requests wait for each other. */
const atOnce = 64

/** Bodies of exactly the bytes that an operation accepts: cheap to send, and as much as can be to parse or compare. */
const hostile: Readonly<Record<string, (bytes: number) => string>> = {
  'nested arrays': (bytes) => '['.repeat(bytes),
  'nested objects': (bytes) => fill('{"a":', bytes),
  'empty arrays': (bytes) => `[${fill('[],', bytes - 3)}0]`,
  'empty objects': (bytes) => `{"a":[${fill('{},', bytes - 9)}0]}`,
  'quotes alone': (bytes) => '"'.repeat(bytes),
  'escaped quotes': (bytes) => `"${fill('\\"', bytes - 2)}"`,
  'one long text': (bytes) => `{"a":"${'a'.repeat(bytes - 8)}"}`,
}

const fill = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes)

/** Every operation with a body, by one caller without a right to the artist, as often as it can at once. */
export async function sendHostileBodies({ bases, bearer, newId }: Actors & { newId: () => string }, measure: Measure) {
  const [base = ''] = bases
  const send = async ({ method, path, body: contract }: Operation, body: string) => {
    const response = await fetch(base + path.replaceAll(/\{\w+\}/g, newId), {
      method,
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body,
    })
    await response.arrayBuffer()
    if (response.status !== 400 && response.status !== 429)
      throw new Error(`${method} ${path} answered ${response.status} to a body of ${contract?.bytesMax} bytes`)
  }
  for (const operation of operationContracts.values()) {
    const { id, body } = operation
    if (body === undefined) continue
    for (const [title, build] of Object.entries(hostile)) {
      const text = build(body.bytesMax)
      // Once before: the schema is compiled by its first use.
      await send(operation, text)
      await measure(id, `${atOnce} bodies of ${title}`, () =>
        Promise.all(Array.from({ length: atOnce }, () => send(operation, text))),
      )
    }
  }
}
