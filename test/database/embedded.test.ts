import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { findBinaries, linkLibraries } from '#src/runtime/embedded-postgres/binaries.ts'
import { ensureCluster } from '#src/runtime/embedded-postgres/cluster.ts'
import { chooseIdentity } from '#src/runtime/embedded-postgres/identity.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { createServerFolder, queryOnce, startServer } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

// Creating a cluster takes a second of processor time each; on a busy machine more than tap's own limit for a file.
t.setTimeout(100_000)

/** For the tests that can use a folder with content; each stops its server. */
const sharedFolder = createServerFolder(t)

t.test('a new folder becomes a UTF-8 cluster with checksums whose text sorts by code point', async (t) => {
  const { url, owned } = await startServer(t, sharedFolder)
  t.equal(owned, true)
  t.match(
    await queryOnce(
      url,
      `select current_database() as database, current_user as user, pg_encoding_to_char(encoding) as encoding,
    datlocprovider as provider, datlocale as locale, current_setting('data_checksums') as checksums,
    current_setting('listen_addresses') as addresses from pg_database where datname = current_database()`,
    ),
    [
      {
        database: 'sittings',
        user: 'sittings',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        checksums: 'on',
        addresses: '127.0.0.1',
      },
    ],
  )
  t.match(
    await queryOnce(
      url,
      `select array_agg(word order by word) as words, lower('ÄRGER') as folded
    from unnest(array['é', 'b', 'Z']) as word`,
    ),
    [{ words: ['Z', 'b', 'é'], folded: 'ärger' }],
  )
})

t.test('a second start joins the running server and leaves it running', async (t) => {
  const owner = await startServer(t, sharedFolder)
  const guest = await startServer(t, sharedFolder)
  t.equal(guest.owned, false)
  t.equal(guest.url, owner.url)
  await guest.stop()
  const connected = 'select from pg_stat_activity where client_port > 0'
  await pollUntil(async () => (await queryOnce(owner.url, connected)).length === 1)
})

t.test('four first starts at once make one cluster and one server', async (t) => {
  const folder = createServerFolder(t)
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(t, folder)))
  t.equal(servers.filter(({ owned }) => owned).length, 1)
  t.equal(new Set(servers.map(({ url }) => url)).size, 1)
})

t.test('a folder may have any name', async (t) => {
  const folder = join(createServerFolder(t), ` a, b "c" 'd' é 録\\n%20 %s $HOME \`x\`;&# `)
  const { url } = await startServer(t, folder)
  t.match(await queryOnce(url, 'select 1 as one'), [{ one: 1 }])
})

t.test('a server that cannot start says why and names the way out', async (t) => {
  await t.rejects(startEmbeddedPostgres({ folder: sharedFolder, settings: { max_connections: 'plenty' } }), {
    name: 'EmbeddedError',
    message: /max_connections.*DATABASE_URL/,
  })
})

t.test('a server that is not ready in time is stopped, and the start says that', async (t) => {
  const folder = createServerFolder(t)
  await (await startServer(t, folder)).stop()
  writeFileSync(join(folder, 'data', 'recovery.signal'), '')
  let now = Date.now()
  t.intercept(Date, 'now', { value: () => now })
  const started = startEmbeddedPostgres({ folder, settings: { restore_command: 'sleep 9; false' } })
  started.catch(() => {})
  const log = join(folder, 'server.log') // the lock file would be there also for a server whose port is taken
  await pollUntil(() => readFileSync(log, 'utf8').split('listening on').length === 3)
  now += 60_000
  await t.rejects(started, { name: 'EmbeddedError', message: /did not start: not ready within 60 s / })
  t.notOk(existsSync(join(folder, 'data', 'postmaster.pid')))
})

t.test('the log has the failure and not the text of a row', async (t) => {
  const { url } = await startServer(t, sharedFolder)
  await queryOnce(url, `create table answers (answer text primary key check (answer <> 'canary-words'))`)
  await t.rejects(queryOnce(url, `insert into answers values ('canary-words')`), { code: '23514' })
  await queryOnce(url, `insert into answers values ('canary-key')`)
  await t.rejects(queryOnce(url, `insert into answers values ('canary-key')`), { code: '23505' })
  const log = readFileSync(join(sharedFolder, 'server.log'), 'utf8')
  t.match(log, /violates check constraint/)
  t.match(log, /violates unique constraint/)
  t.notMatch(log, /canary/)
})

t.test('the server listens to this machine alone and asks for a password, which only its user can read', async (t) => {
  const { url } = await startServer(t, sharedFolder)
  t.match(await queryOnce(url, 'select inet_server_addr()::text as at'), [{ at: /^127\.0\.0\.1/ }])
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href
  await t.rejects(queryOnce(wrong, 'select 1'), { code: '28P01' })
  t.equal(statSync(join(sharedFolder, 'password')).mode & 0o777, 0o600)
})

t.test('a folder that has lost its password is left as it is, with what to do', async (t) => {
  const file = join(sharedFolder, 'password')
  const password = readFileSync(file)
  rmSync(file)
  await t.rejects(startEmbeddedPostgres({ folder: sharedFolder }), {
    name: 'EmbeddedError',
    message: /password is miss/,
  })
  writeFileSync(file, password, { mode: 0o600 })
})

t.test('a first start that is killed at any moment is followed by one that succeeds', async (t) => {
  const folder = createServerFolder(t)
  for (const afterMs of [100, 300, 600, 1_000, 1_500]) {
    const script = fileURLToPath(new URL('../support/embedded-owner.ts', import.meta.url))
    const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'ignore', 'inherit'] })
    const ended = once(child, 'exit')
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
  }
  const { url } = await startServer(t, folder)
  t.match(await queryOnce(url, 'select 1 as one'), [{ one: 1 }])
  t.same(readdirSync(folder).toSorted(), ['data', 'password', 'server.log'], 'and nothing else is left')
})

t.test('a first start whose database cannot be created ends with the reason, and leaves no data', async (t) => {
  const folder = createServerFolder(t)
  const [data, scripts] = [join(folder, 'data'), t.testdir()]
  const binaries = findBinaries()
  const identity = chooseIdentity({ folder, data, program: binaries.postgres })
  const write = (name: string, line: string) => {
    writeFileSync(join(scripts, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    return join(scripts, name)
  }
  chmodSync(scripts, 0o755)
  const absent = {
    initdb: write('initdb', 'exit 0'),
    postgres: write('postgres', 'echo no such library >&2; exit 127'),
  }
  const refusing = write('postgres-of-another-input', `echo 'create database postgres' | '${binaries.postgres}' "$@"`)
  for (const [programs, message] of [
    [absent, /^postgres failed: no such library$/],
    [{ ...binaries, postgres: refusing }, /^postgres-of-another-input failed: .*already exists/],
  ] as const) {
    const cluster = { data, passwordFile: join(folder, 'password'), logFile: '', identity, programs }
    await t.rejects(ensureCluster(cluster), { name: 'EmbeddedError', message })
    t.same(readdirSync(folder), ['password'])
  }
})

t.test('library links that the installation omits are created', async (t) => {
  const folder = t.testdir({ native: { lib: { 'libone.so.1.2': '' } }, scripts: {} })
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  cpSync(resolve(dirname(findBinaries().postgres), '..', '..', 'scripts', 'hydrate-symlinks.js'), script)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const links = [{ source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' }]
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(folder)
  linkLibraries(folder)
  t.equal(readlinkSync(join(folder, 'native', 'lib', 'libone.so.1')), 'libone.so.1.2')
  t.ok(existsSync(join(folder, 'native', 'lib', 'libone.so.1')))
})
