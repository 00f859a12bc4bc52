import { userInfo } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { ErrorCategory, JobKind } from '#src/queue/kinds.ts'
import { samples } from '../admin/files.ts'
import { insertJobs } from '../queue/queue-context.ts'
import { openCommandLine } from './run.ts'

/* Questions of an operator, each answered by one command. `ask` runs it and returns the document for programs. */

const { artistId } = sampleIdentities
const hourMs = 3_600_000

/** The sample records and six jobs: the state after a night. */
async function afterANight(t: Test) {
  const { db, run } = await openCommandLine(t)
  const ask = async (...args: string[]) => {
    const ran = await run(...args)
    t.equal(ran.code, 0, ran.stderr)
    return { ...ran.document, said: ran.stderr }
  }
  await ask('import', samples)
  const addJob = async (kind: JobKind, hoursAgo: number, error: ErrorCategory | null, more: object = {}) => {
    const at = new Date(Date.now() - hoursAgo * hourMs)
    const ended = { state: 'failed' as const, finished_at: at, error_category: error, attempts: 1 }
    const columns = { kind, created_at: at, queued_at: at, next_run_at: at, ...(error && ended), ...more }
    const [id = ''] = await insertJobs(db, artistId, 1, columns)
    return id
  }
  return { db, run, ask, addJob }
}

t.test('Who may speak for Mara, who waits to be let in, and who may act for every artist?', async (t) => {
  const { ask } = await afterANight(t)
  t.match(await ask('artist', 'find', 'MARA'), { artists: [{ artistId, name: 'Mara Quill' }] })
  for (const filter of [[], ['--artist', artistId]])
    t.match((await ask('claim', 'list', ...filter, '--state', 'approved')).claims, [{ subject: 'mara' }])
  t.match((await ask('claim', 'list', '--subject', 'mara')).claims, [{ artistId, state: 'approved' }])
  const { claims } = await ask('claim', 'list', '--state', 'pending')
  t.match(claims, [{ artist: 'Mara Quill', subject: 'nell', state: 'pending', since: /Z$/ }])
  t.notOk('decidedAt' in claims[0], 'it is not decided')
  await ask('user', 'add', '--subject', 'zoe', '--admin')
  const { users } = await ask('user', 'list', '--admin')
  t.match(users, [{ subject: 'zoe', isAdmin: true }])
  t.equal(users.length, 1)
  t.match((await ask('user', 'find', 'MAR')).users, [{ subject: 'mara' }])
  t.same((await ask('user', 'find', 'nobody')).users, [])
})

t.test('What failed, and why? Retry what the catalogue refused, and end what is not wanted.', async (t) => {
  const { ask, run, addJob, db } = await afterANight(t)
  const lastNight = [
    await addJob('latest_refresh', 5, 'provider_refused'),
    await addJob('latest_refresh', 6, 'provider_refused'),
  ]
  await addJob('social_ingest', 5, 'timed_out')
  const { jobs } = await ask('jobs', 'list', '--state', 'failed', '--kind', 'latest_refresh')
  t.match(jobs[0], { artist: 'Mara Quill', errorCategory: 'provider_refused' })
  const ids = jobs.map(({ jobId }: { jobId: string }) => jobId)
  t.same(ids.toSorted(), lastNight.toSorted())
  const none = uuidv7()
  const { code, stdout } = await run('jobs', 'retry', ids[0], none, ids[1])
  t.equal(code, 1)
  const printed = stdout.trim().split('\n')
  t.equal(printed.length, 3)
  t.match(
    printed.map((line) => JSON.parse(line)),
    [
      { status: 'ok', changed: true, job: { jobId: ids[0], state: 'pending' } },
      { status: 'error', code: 'not_found', error: new RegExp(`^There is no job ${none}`) },
      { status: 'ok', changed: true, job: { jobId: ids[1], state: 'pending' } },
    ],
  )
  const due = await db.selectFrom('artist_research_jobs').select('id').where('state', '=', 'pending').execute()
  t.same(due.map(({ id }) => id).toSorted(), lastNight.toSorted())
  t.match(await ask('jobs', 'cancel', ids[0]), { changed: true, job: { state: 'cancelled' } })
  t.match((await run('jobs', 'retry', none)).document, { status: 'error', code: 'not_found' })
})

t.test('Ask the catalogue nothing until tomorrow. What is paused, and why?', async (t) => {
  const { ask, addJob } = await afterANight(t)
  const job = await addJob('latest_refresh', 1, null)
  const kind = ['--kind', 'latest_refresh']
  t.match(await ask('jobs', 'pause', ...kind, '--because', 'It is being moved.'), { artistId: null, outcome: 'paused' })
  t.match((await ask('jobs', 'why', job)).job.why, /paused latest_refresh of every artist .*: It is being moved\.$/)
  t.match(await ask('jobs', 'retry', job), { changed: false, said: /paused latest_refresh of every artist/ })
  t.match(await ask('jobs', 'resume', ...kind, '--because', 'It is moved.'), { outcome: 'resumed' })
  t.match((await ask('jobs', 'why', job)).job, { claimable: true })
})

t.test('What changed in her records by whom?', async (t) => {
  const { ask, db } = await afterANight(t)
  const { events } = await ask('trail', '--artist', artistId, '--limit', '1000')
  const { length } = await db.selectFrom('audit_events').select('seq').where('artist_id', '=', artistId).execute()
  t.equal(events.length, length)
  t.match(events[0], { seq: length, at: /Z$/, actor: null, action: /./, subject: /./ })
  await ask('claim', 'revoke', '--artist', artistId, '--subject', 'mara')
  const { events: claims } = await ask('trail', '--artist', artistId, '--about', 'claim:mara')
  t.match(claims[0], { action: 'claim.revoked', revision: null, operator: userInfo().username })
  await ask('claim', 'approve', '--artist', artistId, '--subject', 'mara', '--because', 'She called.', '--as', 'ivo')
  const { events: approved } = await ask('trail', '--artist', artistId, '--about', 'claim:mara')
  t.match(approved[0], { action: 'claim.approved', operator: 'ivo' })
  const decided = await db.selectFrom('audit_events').select('details').orderBy('seq', 'desc').executeTakeFirst()
  t.match(decided?.details, { because: 'She called.' })
})

t.test('This person has left: remove the user.', async (t) => {
  const { ask, run } = await afterANight(t)
  await ask('user', 'add', '--subject', 'mara', '--admin')
  const remove = ['user', 'remove', '--subject', 'mara', '--because', 'Has left.', '--as', 'ivo']
  t.match(await ask(...remove), { outcome: 'removed', claims: 1 })
  t.same((await ask('user', 'find', 'mara')).users, [])
  t.same((await ask('claim', 'list', '--artist', artistId, '--state', 'approved')).claims, [])
  const details = { because: 'Has left.', claims: 1, operator: 'ivo' }
  t.match((await ask('trail')).events[0], { action: 'user.removed', subject: 'mara', details })
  t.match(await ask('verify'), { artists: 1 })
  t.match((await run(...remove)).document, { code: 'not_found' })
  await ask('user', 'add', '--subject', 'mara')
  t.match(await ask('claim', 'approve', '--artist', artistId, '--subject', 'mara'), { outcome: 'added' })
  await ask('verify')
})

t.test('Erase her, and keep a copy. Who was erased, and why?', async (t) => {
  const { ask, run } = await afterANight(t)
  const copy = join(t.testdir(), 'mara.jsonl')
  const { sha256 } = await ask('export', '--artist', artistId, '--out', copy)
  const erase = ['artist', 'erase', '--artist', artistId, '--because', 'By letter.']
  const unasked = await run(...erase)
  t.match(unasked, { code: 1, document: { code: 'invalid_request', error: 'nothing was erased; see --yes' } })
  t.match(await ask(...erase, '--yes'), { outcome: 'erased', rows: { artists: 1, sources: Number } })
  t.match((await ask('artist', 'find', 'mara')).artists, { length: 0 })
  const { events } = await ask('trail', '--about', `artist:${artistId}`)
  t.match(events, [{ action: 'artist.erased', details: { because: 'By letter.', head: { seq: Number } } }])
  t.same((await ask('trail', '--about', 'user')).events, [])
  t.match(await ask('verify', '--artist', artistId), { erased: [{ artistId, because: 'By letter.' }] })
  const verified = await ask('verify')
  t.match(verified, { artists: 0, erased: [{ artistId, because: 'By letter.' }] }, 'without being asked for')
  t.match(verified.said, /^everything fits: 0 artists\n\S+ was erased at \S+Z: By letter\.$/m)
  t.match(await ask(...erase, '--yes'), { outcome: 'unchanged' })
  const undone = await run('import', copy)
  t.match(undone, { code: 1, document: { code: 'invalid_request', error: /^line \d+: brings back an artist who was/ } })
  const back = ['--restore-erased', '--because', 'The letter was forged.', '--as', 'ivo']
  t.match(await ask('import', copy, ...back), { artists: { restored: 1 } })
  const details = { because: 'The letter was forged.', sha256, operator: 'ivo' }
  t.match((await ask('trail')).events[0], { action: 'artist.restored', subject: `artist:${artistId}`, details })
  t.match(await ask('verify'), { artists: 1, erased: [{ artistId, isBack: true }] }, 'which verify still says')
})
