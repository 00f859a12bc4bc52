import { once } from 'node:events'
import { chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createServerFolder, queryOnce, readServerPid, startServer, startServerProcess } from '../support/embedded.ts'
import { pollUntil } from '../support/until.ts'

// Creating or recovering a cluster takes seconds of processor time; on a busy machine more than a file has.
t.setTimeout(100_000)

const isRoot = process.getuid?.() === 0
const skip = isRoot ? false : 'only root can run the server as another user'
const nobody = { uid: 65_534, gid: 65_534 }

t.test('root runs the server as the user "nobody" when that user can reach the folder', { skip }, async (t) => {
  const folder = createServerFolder(t, 0o755)
  const { url } = await startServer(t, folder)
  t.match(await queryOnce(url, 'select 1 as one'), [{ one: 1 }])
  t.equal(statSync(join(folder, 'data')).uid, nobody.uid)
})

t.test('root runs it in a user namespace where only root can', { skip }, async (t) => {
  const folder = createServerFolder(t, 0o700)
  const first = await startServer(t, folder)
  await queryOnce(first.url, 'create table kept as select 1 as one')
  t.equal(statSync(join(folder, 'data')).uid, 0)
  await first.stop()
  const second = await startServer(t, folder)
  t.match(await queryOnce(second.url, 'select one from kept'), [{ one: 1 }], 'and the same way again')
})

t.test('root continues with a folder that another user made', { skip }, async (t) => {
  const folder = createServerFolder(t, 0o755)
  chownSync(folder, nobody.uid, nobody.gid)
  const theirs = await startServerProcess(t, folder, nobody)
  t.equal(theirs.owned, true)
  await theirs.stop()
  const ours = await startServer(t, folder)
  t.match(await queryOnce(ours.url, 'select 1 as one'), [{ one: 1 }])
  t.equal(statSync(join(folder, 'data')).uid, nobody.uid)
})

const folder = createServerFolder(t)

t.test('kill −9 of the service ends the server too, and the next start has every committed row', async (t) => {
  const { url, child } = await startServerProcess(t, folder)
  await queryOnce(url, 'create table many as select generate_series(1, 50000) as n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await startServer(t, folder)
  t.match(await queryOnce(next.url, 'select count(*)::int as n from many'), [{ n: 50_000 }])
  t.equal(next.owned, true, 'and belongs to the new process, which will stop it')
})

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
