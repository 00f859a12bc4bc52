import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { resetSampleData } from '#src/runtime/sample-data.ts'
import { runCli } from '../cli/run.ts'
import { serveBuilt } from '../support/built.ts'
import { deployedSettings, withoutLimits } from '../support/settings.ts'
import { createTestContext, fetchRequest, type Method } from '../support/test-context.ts'

const { artistId, otherArtistId, claimant, administrator, stranger, otherClaimant } = sampleIdentities
const subjects = [claimant, administrator, stranger, otherClaimant]

// Callers send requests as fast as they can for as long as a reset takes.
const service = await serveBuilt(t, { LOG_LEVEL: 'silent', ...withoutLimits })
const bearers = new Map<string, string>()
for (const subject of [...subjects, 'guest']) bearers.set(subject, `Bearer ${await service.sign(subject)}`)

/** One request to the running service, checked against the contract. */
const call = (subject: string, method: Method, url: string, body?: unknown) =>
  fetchRequest(service.base, { method, url, headers: { authorization: bearers.get(subject) ?? '' }, body }, 60_000)
const reset = (...more: string[]) => runCli(['reset', ...more], service.settings)

const session = (artistId: string) => `/api/artist/${artistId}/interview/session`
const start = (subject: string, artistId: string) =>
  call(subject, 'POST', session(artistId), { requestId: crypto.randomUUID() })

t.test('the samples have a claimant, an administrator, a stranger and a claimant of another artist', async (t) => {
  const seen = async (artistId: string) => {
    const statuses: Record<string, number> = {}
    for (const subject of bearers.keys()) statuses[subject] = (await call(subject, 'GET', session(artistId))).status
    return statuses
  }
  t.same(await seen(artistId), { mara: 200, editor: 200, nell: 403, zoe: 403, guest: 401 })
  t.same(await seen(otherArtistId), { mara: 403, editor: 200, nell: 403, zoe: 200, guest: 401 })
  for (const subject of subjects)
    t.match(service.output(), new RegExp(`\\b${subject}\\b`), `the start names ${subject}`)
})

t.test('a reset needs a confirmation', async (t) => {
  t.equal((await start(claimant, artistId)).status, 200)
  const unasked = await reset()
  t.equal(unasked.code, 1)
  t.match(unasked.document, { status: 'error', code: 'invalid_request', error: /--yes/ })
  t.match(await call(claimant, 'GET', session(artistId)), { body: { session: { state: 'active' } } })
})

t.test('a reset that PostgreSQL ends for a request’s locks is begun again', async (t) => {
  const { db, config } = await createTestContext(t)
  await sql`create sequence tries;
    create function refuse() returns trigger language plpgsql as $$
      begin if nextval('tries') < 3 then raise 'ended' using errcode = '40P01'; end if; return null; end $$;
    create trigger refuse before truncate on artists for each statement execute function refuse()`.execute(db)
  await resetSampleData(config, db)
  t.match(await sql`select last_value from tries`.execute(db), { rows: [{ last_value: 3 }] })
})

t.test('a reset restores the samples while the service runs, and tokens stay valid', async (t) => {
  t.equal((await runCli(['user', 'add', '--subject', 'guest'], service.settings)).code, 0)
  t.equal((await call('guest', 'GET', session(artistId))).status, 403)
  await call(claimant, 'POST', `/api/artist/${artistId}/research/refresh`, {})

  const statuses = new Set<number>()
  let running = true
  const callers = Array.from({ length: 4 }, async (_, at) => {
    const [subject, ownId] = at % 2 === 0 ? [claimant, artistId] : [otherClaimant, otherArtistId]
    while (running) {
      statuses.add((await start(subject, ownId)).status)
      statuses.add((await call(subject, 'POST', '/api/research/advance', {})).status)
      await sleep(10)
    }
  })
  const done = await reset('--yes')
  running = false
  await Promise.all(callers)
  t.equal(done.code, 0, done.stderr)
  t.match(done.document, { status: 'ok' })
  const undocumented = [...statuses].filter((status) => ![200, 409, 429, 503].includes(status))
  t.same(undocumented, [], 'no response was undocumented')

  t.equal((await reset('--yes')).code, 0)
  t.match((await call(claimant, 'GET', session(artistId))).body, {
    session: { sitting: 2, state: 'finished', questions: [{ state: 'answered' }, { state: 'skipped' }] },
    legacyOffers: { length: 0 },
  })
  const { body } = await call(claimant, 'GET', `/api/artist/${artistId}/research/status`)
  t.same(
    body.jobs.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`),
    [...Array(4).fill('lore_refresh done'), 'source_search done'],
    'and what else the contract’s examples speak of',
  )
  t.match(await runCli(['verify'], service.settings), { code: 0, document: { status: 'ok' } })
  t.equal((await start(claimant, artistId)).status, 200, 'and a sitting can be held again')
})

t.test('on any other database it is refused before anything is opened', async (t) => {
  const elsewhere: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'postgresql://user@127.0.0.1:1/nowhere' }, /^DATABASE_URL is set/],
    [{ TOKEN_JWKS_URL: 'https://issuer.example/keys' }, /^TOKEN_JWKS_URL is set/],
    [deployedSettings, /^SERVICE_ENVIRONMENT is staging/],
  ]
  for (const [setting, error] of elsewhere) {
    const refused = await runCli(['reset', '--yes'], { ...service.settings, ...setting })
    t.match(refused, { code: 1, document: { status: 'error', error } })
  }
})
