import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { loadConfig } from '#src/config.ts'

const folder = new URL('../../scripts/deploy/', import.meta.url)
const read = (name: string) => parse(readFileSync(new URL(name, folder), 'utf8'), { merge: true })
const [{ services: single }, { services, volumes }] = [read('compose.yaml'), read('compose.citus.yaml')]
const nodes = ['postgres', 'worker-1', 'worker-2']

t.test('three nodes of one image keep their data in volumes of their own, with room for moving shards', async (t) => {
  for (const name of nodes) {
    const { image, command, volumes: mounted } = services[name]
    t.equal(image, services.postgres.image)
    t.match(image, /:\d+\.\d+\.\d+\}$/, 'of one version')
    t.match(String(command), /wal_level=logical/)
    t.ok(Number(/max_worker_processes=(\d+)/.exec(String(command))?.[1]) > 8)
    const [data = ''] = mounted[0].split(':')
    t.ok(data in volumes, `${name} keeps its data in ${data}`)
    t.match(mounted[0], /:\/var\/lib\/postgresql\/data$/)
  }
  t.equal(new Set(nodes.map((name) => services[name].volumes[0])).size, nodes.length)
})

t.test('the nodes know each other before the migration, the tables are placed before the service starts', async (t) => {
  const { nodes: naming, migrate, distribute, sittings } = services
  t.same(Object.keys(naming.depends_on).toSorted(), nodes)
  t.match(String(naming.command), /citus_set_coordinator_host\('postgres', 5432\).*citus_add_node\('worker-1'/)
  t.same(migrate.depends_on, { nodes: { condition: 'service_completed_successfully' } })
  t.same(distribute.depends_on, { migrate: { condition: 'service_completed_successfully' } })
  t.same(sittings.depends_on, { distribute: { condition: 'service_completed_successfully' } })
  t.same(distribute.command, ['built/cli.js', 'db', 'distribute', '--execute'])
  t.equal(distribute.environment.DATABASE_URL, single.migrate.environment.DATABASE_URL, 'as the owner of the tables')
  const { sharded } = loadConfig({ DATABASE_URL: 'postgresql://localhost/b', ...sittings.environment })
  t.equal(sharded, true)
})

t.test('each node has the roles, and the passwords by which they sign in to the others', async (t) => {
  for (const name of nodes) {
    const mounted = [...services[name].volumes, ...(name === 'postgres' ? single.postgres.volumes : [])]
    t.ok(mounted.includes('./roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro'), name)
    t.ok(mounted.includes('./citus-passwords.sh:/docker-entrypoint-initdb.d/citus-passwords.sh:ro'), name)
  }
  const PGPASSFILE = `${t.testdir()}/passwords`
  const env = { PGPASSFILE, POSTGRES_PASSWORD: String.raw`a:b\c`, OWNER_PASSWORD: 'owner', SERVICE_PASSWORD: 'service' }
  execFileSync('sh', [fileURLToPath(new URL('citus-passwords.sh', folder))], {
    env: { ...env, PATH: process.env.PATH },
  })
  const lines = [String.raw`*:*:*:postgres:a\:b\\c`, '*:*:*:sittings_owner:owner', '*:*:*:sittings:service']
  t.same(readFileSync(PGPASSFILE, 'utf8').trim().split('\n'), lines)
  t.equal(statSync(PGPASSFILE).mode & 0o077, 0, 'for the server alone')
})
