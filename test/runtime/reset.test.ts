import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { runCli } from '../cli/run.ts'
import { startBuilt } from '../support/built.ts'
import { assertConforms } from '../support/conforms.ts'
import { withoutLimits } from '../support/settings.ts'

const env = {
  DATA_FOLDER: t.testdir(),
  LOG_LEVEL: 'silent',
  EVENT_LOOP_DELAY_MS_MAX: '60000',
  // Callers send requests as fast as they can for as long as a reset takes.
  ...withoutLimits,
}
const config = loadConfig(env)
const service = await startBuilt(env)
t.teardown(() => service.end('SIGTERM'))

const bearers = new Map<string, string>()
for (const subject of [
  sampleIdentities.claimant,
  sampleIdentities.administrator,
  sampleIdentities.stranger,
  sampleIdentities.otherClaimant,
  'guest',
]) {
  bearers.set(
    subject,
    `Bearer ${await signLocalToken(config, { subject, ttlSeconds: 3_600, environment: 'development' })}`,
  )
}

/** One request to the running service; its status and body. */
async function call(subject: string, method: 'GET' | 'POST', path: string, payload?: unknown) {
  const response = await fetch(`${service.base}${path}`, {
    method,
    headers: {
      authorization: bearers.get(subject) ?? '',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the very fields it names
  const body: any = await response.json()
  assertConforms(method, path, { status: response.status, headers: Object.fromEntries(response.headers), body })
  return { status: response.status, body }
}

const session = (artistId: string) => `/api/artist/${artistId}/interview/session`
const start = (subject: string, artistId: string) =>
  call(subject, 'POST', session(artistId), { requestId: crypto.randomUUID() })

t.test(
  'the samples have every kind of caller: claimant, administrator, stranger, claimant of another artist',
  async (t) => {
    const seen = async (artistId: string) => {
      const statuses: Record<string, number> = {}
      for (const subject of bearers.keys()) statuses[subject] = (await call(subject, 'GET', session(artistId))).status
      return statuses
    }
    t.same(await seen(sampleIdentities.artistId), { mara: 200, editor: 200, nell: 403, zoe: 403, guest: 401 })
    t.same(await seen(sampleIdentities.otherArtistId), { mara: 403, editor: 200, nell: 403, zoe: 200, guest: 401 })
    for (const subject of [
      sampleIdentities.claimant,
      sampleIdentities.administrator,
      sampleIdentities.stranger,
      sampleIdentities.otherClaimant,
    ]) {
      t.match(service.output(), new RegExp(`\\b${subject}\\b`), `the start names ${subject}`)
    }
  },
)

t.test('a reset needs a confirmation', async (t) => {
  t.equal((await start(sampleIdentities.claimant, sampleIdentities.artistId)).status, 200)
  const unasked = await runCli(['reset'], env)
  t.equal(unasked.code, 1)
  t.match(unasked.document, { status: 'error', code: 'invalid_request', error: /--yes/ })
  t.match(await call(sampleIdentities.claimant, 'GET', session(sampleIdentities.artistId)), {
    body: { session: { state: 'active' } },
  })
})

t.test('a reset restores the samples while the service runs, and tokens stay valid', async (t) => {
  t.equal((await runCli(['user', 'add', '--subject', 'guest'], env)).code, 0)
  t.equal((await call('guest', 'GET', session(sampleIdentities.artistId))).status, 403)
  await call(sampleIdentities.claimant, 'POST', `/api/artist/${sampleIdentities.artistId}/research/refresh`, {})

  const statuses = new Set<number>()
  let running = true
  const callers = Array.from({ length: 4 }, async (_, at) => {
    const [subject, artistId] =
      at % 2 === 0
        ? [sampleIdentities.claimant, sampleIdentities.artistId]
        : [sampleIdentities.otherClaimant, sampleIdentities.otherArtistId]
    while (running) {
      statuses.add((await start(subject, artistId)).status)
      statuses.add((await call(subject, 'POST', '/api/research/advance', {})).status)
      await sleep(10)
    }
  })
  const reset = await runCli(['reset', '--yes'], env)
  running = false
  await Promise.all(callers)
  t.equal(reset.code, 0, reset.stderr)
  t.match(reset.document, { status: 'ok' })
  t.same(
    [...statuses].filter((status) => ![200, 409, 429, 503].includes(status)),
    [],
    'no response was undocumented',
  )

  t.equal((await runCli(['reset', '--yes'], env)).code, 0)
  t.match((await call(sampleIdentities.claimant, 'GET', session(sampleIdentities.artistId))).body, {
    session: { sitting: 2, state: 'finished', questions: [{ state: 'answered' }, { state: 'skipped' }] },
    legacyOffers: { length: 0 },
  })
  const { body } = await call(
    sampleIdentities.claimant,
    'GET',
    `/api/artist/${sampleIdentities.artistId}/research/status`,
  )
  t.same(
    body.jobs.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`),
    [...Array(4).fill('lore_refresh done'), 'source_search done'],
    'and what else the contract’s examples speak of',
  )
  t.match(await runCli(['verify'], env), { code: 0, document: { status: 'ok' } })
  t.equal(
    (await start(sampleIdentities.claimant, sampleIdentities.artistId)).status,
    200,
    'and a sitting can be held again',
  )
})

t.test('on any other database it is refused before anything is opened', async (t) => {
  const elsewhere: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'postgresql://user@127.0.0.1:1/nowhere' }, /^DATABASE_URL is set/],
    [{ TOKEN_JWKS_URL: 'https://issuer.example/keys' }, /^TOKEN_JWKS_URL is set/],
    [
      {
        SERVICE_ENVIRONMENT: 'staging',
        TOKEN_ISSUER: 'i',
        TOKEN_AUDIENCE: 'a',
        TOKEN_JWKS_URL: 'https://issuer.example/',
        DATABASE_URL: 'postgresql://db.example/sittings',
      },
      /^SERVICE_ENVIRONMENT is staging/,
    ],
  ]
  for (const [setting, error] of elsewhere) {
    t.match(await runCli(['reset', '--yes'], { ...env, ...setting }), { code: 1, document: { status: 'error', error } })
  }
})
