import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createServerFolder, queryOnce, readServerPid, startServer, startServerProcess } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

// Recovery on a busy machine takes its time; tap's own limit is for tests without one.
t.setTimeout(100_000)

const folder = createServerFolder(t)

t.test('kill −9 of the service ends the server too, and the next start has every committed row', async (t) => {
  const { url, child } = await startServerProcess(t, folder)
  await queryOnce(url, 'create table many as select generate_series(1, 50000) as n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const startedAt = Date.now()
  const next = await startServer(t, folder)
  t.ok(Date.now() - startedAt < 5_000, 'within seconds')
  t.match(await queryOnce(next.url, 'select count(*)::int as n from many'), [{ n: 50_000 }])
  t.equal(next.owned, true, 'and belongs to the new process, which will stop it')
})

t.test('kill −9 of everything in the middle of writing leaves a folder that starts', async (t) => {
  const { url, child } = await startServerProcess(t, folder)
  await queryOnce(url, 'create table kept (n int primary key)')
  await queryOnce(url, 'insert into kept select generate_series(1, 1000)')
  const cutOff = t.rejects(
    queryOnce(url, 'insert into kept select generate_series(1001, 30000000)'),
    'the statement is cut off',
  )
  const writing = `select pid from pg_stat_activity where exists (select from pg_stat_activity where query like 'insert%')`
  const processes = await pollUntil(async () => {
    const rows = await queryOnce<{ pid: number }>(url, writing)
    return rows.length > 0 && rows.map(({ pid }) => pid)
  })
  for (const pid of [readServerPid(folder), child.pid ?? 0, ...processes]) killIfThere(pid)
  await cutOff
  const startedAt = Date.now()
  const next = await startServer(t, folder)
  t.ok(Date.now() - startedAt < 10_000, 'although its lock file was left behind')
  t.match(
    await queryOnce(next.url, 'select count(*)::int as n from kept'),
    [{ n: 1_000 }],
    'all of a transaction or nothing',
  )
})

/** The session that listed the others has ended by then. */
function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

t.test('where the kernel cannot end the server with its service, the next start joins it', async (t) => {
  const programs = t.testdir({ sh: t.fixture('symlink', '/bin/sh') })
  const { url, child } = await startServerProcess(t, folder, { env: { PATH: programs } })
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.match(await queryOnce(url, 'select 1 as one'), [{ one: 1 }], 'without setpriv the server outlives the service')
  const next = await startServer(t, folder)
  t.match(next, { url, owned: false })
  process.kill(readServerPid(folder), 'SIGINT')
  await pollUntil(() => !existsSync(join(folder, 'data', 'postmaster.pid')))
})
