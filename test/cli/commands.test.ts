import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createTokenVerifier } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { samples } from '../admin/files.ts'
import { emptyDatabase } from '../support/database.ts'
import { openCommandLine, type Ran, runCli } from './run.ts'

const { artistId } = sampleIdentities

/** A success prints one JSON document and ends with 0. */
function checkSuccess(t: Test, ran: Ran, document: object) {
  t.equal(ran.code, 0, ran.stderr)
  t.match(ran.document, { status: 'ok', ...document })
}

/** A failure says the same to programs and to people, and ends with 1. */
function checkFailure(t: Test, ran: Ran, code: string, error: string | RegExp) {
  t.equal(ran.code, 1)
  t.match(ran.document, { status: 'error', code, error })
  t.ok(ran.stderr.includes(`error: ${ran.document?.error}`), ran.stderr)
}

t.test('artists and claims are created, changed and revoked; repeated commands are harmless', async (t) => {
  const { db, run } = await openCommandLine(t)
  const artist = ['--artist', artistId]
  const add = ['artist', 'add', '--name', 'Mara Quill', '--id', artistId.toUpperCase(), '--bio', 'Sings.']
  checkSuccess(t, await run(...add), { artistId: artistId })
  checkFailure(t, await run(...add), 'request_conflict', /^There is an artist .* already$/)
  checkFailure(t, await run('claim', 'approve', ...artist, '--subject', 'zoë'), 'not_found', 'There is no user zoë')
  checkSuccess(t, await run('user', 'add', '--subject', 'zoë'), { outcome: 'added' })
  checkFailure(t, await run('claim', 'revoke', ...artist, '--subject', 'zoë'), 'not_found', /^zoë has no claim/)
  checkSuccess(t, await run('claim', 'approve', ...artist, '--subject', 'zoë'), { state: 'approved', outcome: 'added' })
  checkSuccess(t, await run('claim', 'approve', ...artist, '--subject', 'zoë'), { outcome: 'unchanged' })
  checkSuccess(t, await run('claim', 'revoke', ...artist, '--subject', 'zoë'), { state: 'revoked', outcome: 'changed' })
  const events = await db.selectFrom('audit_events').select(['action', 'subject']).orderBy('seq').execute()
  t.same(events, [
    { action: 'artist.added', subject: `artist:${artistId}` },
    { action: 'claim.approved', subject: 'claim:zoë' },
    { action: 'claim.revoked', subject: 'claim:zoë' },
  ])
})

t.test('an export goes to stdout, or to a file with a report; import restores it', async (t) => {
  const { run, folder } = await openCommandLine(t)
  await run('import', samples)
  const out = join(folder, 'mara.jsonl')
  const { stdout, code } = await run('export', '--artist', artistId)
  t.equal(code, 0)
  const written = await run('export', '--artist', artistId, '--out', out)
  checkSuccess(t, written, {
    lines: stdout.split('\n').length - 1,
    bytes: Buffer.byteLength(stdout),
    sha256: /^[a-f0-9]{64}$/,
  })
  t.equal(readFileSync(out, 'utf8'), stdout)
  t.notOk(existsSync(`${out}.partial`))
  t.equal(statSync(out).mode & 0o777, 0o600, 'for its owner alone')
  writeFileSync(`${out}.partial`, 'of an export that was interrupted', { mode: 0o644 })
  checkSuccess(t, await run('export', '--artist', artistId, '--out', out), { file: out })
  t.equal(statSync(out).mode & 0o777, 0o600)
  checkFailure(
    t,
    await run('export', '--artist', '0198f3a2-0000-7000-8000-000000000000'),
    'not_found',
    /^There is no artist/,
  )
  const place = t.testdir({ taken: {} })
  const toFolder = await run('export', '--artist', artistId, '--out', join(place, 'taken'))
  checkFailure(t, toFolder, 'invalid_request', /taken: cannot be written \(EISDIR\)$/)
  t.notOk(existsSync(join(place, 'taken.partial')), 'nothing of it is left')

  const elsewhere = await openCommandLine(t)
  writeFileSync(out, stdout)
  checkSuccess(t, await elsewhere.run('import', out), { artists: { restored: 1 } })
  t.equal((await elsewhere.run('export', '--artist', artistId)).stdout, stdout)
})

t.test('heads are printed one a line; verify compares the audit trails with them', async (t) => {
  const { run, folder } = await openCommandLine(t)
  await run('import', samples)
  await run('artist', 'add', '--name', 'Ivo Lantern')
  const all = await run('head')
  t.equal(all.code, 0)
  const heads = all.stdout.trimEnd().split('\n')
  t.equal(heads.length, 2)
  const one = await run('head', '--artist', artistId)
  t.ok(heads.includes(one.stdout.trimEnd()))
  t.match(one.document, { artistId: artistId, seq: Number, hash: /^[a-f0-9]{64}$/, at: /Z$/ })
  const file = join(folder, 'heads.jsonl')
  writeFileSync(file, all.stdout)
  const unknownArtist = ['--artist', '0198f3a2-0000-7000-8000-000000000000']
  checkFailure(
    t,
    await run('verify', '--head', file, ...unknownArtist),
    'invalid_request',
    /^--head: holds no head of artist/,
  )

  checkSuccess(t, await run('verify', '--head', file), { heads: { held: 2, artistsCovered: 2, artistsWithout: 0 } })
  writeFileSync(file, one.stdout)
  const partly = await run('verify', '--head', file)
  checkSuccess(t, partly, { heads: { held: 1, artistsCovered: 1, artistsWithout: 1 } })
  t.match(partly.stderr, /no head was kept of 1 artist\n/)
  writeFileSync(file, JSON.stringify({ ...one.document, hash: 'f'.repeat(64) }))
  const { code, document, stderr } = await run('verify', '--head', file)
  t.equal(code, 1)
  t.match(stderr, /^error: audit_events \{"seq":\d+\} of artist \S+: is not the event whose head was kept/)
  t.match(document, { status: 'error', finding: { table: 'audit_events', key: { seq: one.document.seq } } })
})

t.test('a token is valid for its subject in its environment, until it expires', async (t) => {
  const { url, folder, run } = await openCommandLine(t)
  const { code, document } = await run('token', '--subject', 'mara', '--ttl', '90')
  t.equal(code, 0)
  t.same(Object.keys(document), ['status', 'token', 'subject', 'environment', 'expiresAt'])
  const lifetime = Date.parse(document.expiresAt) - Date.now()
  t.ok(lifetime > 60_000 && lifetime <= 90_000, `${lifetime} ms are left of 90 s`)
  const verify = await createTokenVerifier(loadConfig({ DATA_FOLDER: folder }), async () => 'an id')
  t.match(await verify(document.token), { kind: 'user', subject: 'mara' })
  t.equal(statSync(join(folder, 'token-key.json')).mode & 0o777, 0o600, 'by a key of its owner alone')
  const other = await run('token', '--subject', 'mara', '--environment', 'staging')
  t.equal(other.document.environment, 'staging')
  await t.rejects(async () => await verify(other.document.token), { code: 'not_signed_in' })
  const jwks = { DATABASE_URL: url, DATA_FOLDER: folder, TOKEN_JWKS_URL: 'https://issuer.example/jwks' }
  checkFailure(t, await runCli(['token', '--subject', 'mara'], jwks), 'not_configured', /^TOKEN_JWKS_URL is set/)
  const production = { DATABASE_URL: url, DATA_FOLDER: folder, SERVICE_ENVIRONMENT: 'production' }
  const refused = await runCli(['token', '--subject', 'mara'], production)
  checkFailure(t, refused, 'not_configured', /^SERVICE_ENVIRONMENT is production: its tokens/)
})

t.test('a database that lacks migrations is refused, naming them and what to do', async (t) => {
  const url = await emptyDatabase(t)
  const env = { DATABASE_URL: url, DATA_FOLDER: t.testdir() }
  for (const args of [['verify'], ['import', samples], ['user', 'add', '--subject', 'x'], ['jobs', 'list']]) {
    checkFailure(t, await runCli(args, env), 'not_configured', /^The database lacks 0001_\w+, .*; run migrate first$/)
  }
  checkSuccess(t, await runCli(['migrate'], env), { environment: 'development' })
  checkSuccess(t, await runCli(['verify'], env), { artists: 0 })
  const noRecord = await runCli(['migrate', '--verified', '/none/record.json'], env)
  checkFailure(t, noRecord, 'invalid_request', '/none/record.json: cannot be opened (ENOENT)')
  const staging = await runCli(['verify'], { ...env, SERVICE_ENVIRONMENT: 'staging' })
  checkSuccess(t, staging, { artists: 0 })
})

t.test('an unreachable database, or an invalid setting, is named as the reason', async (t) => {
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_FOLDER: t.testdir() }
  const unavailable = /^The database \(DATABASE_URL, or the embedded one\) is unavailable: .*ECONNREFUSED/
  checkFailure(t, await runCli(['verify'], away), 'persistence_unavailable', unavailable)
  checkFailure(
    t,
    await runCli(['verify'], { SERVICE_ENVIRONMENT: 'moon' }),
    'not_configured',
    /^SERVICE_ENVIRONMENT must be one of/,
  )
})
