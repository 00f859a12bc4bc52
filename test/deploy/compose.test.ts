import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { loadConfig } from '#src/config.ts'
import { createTestContext } from '../support/test-context.ts'

const read = (name: string) => readFileSync(new URL(`../../scripts/deploy/${name}`, import.meta.url), 'utf8')
const written = read('compose.yaml')
const { services } = parse(written, { merge: true })
const containerfile = readFileSync(new URL('../../Containerfile', import.meta.url), 'utf8')

/** Fills variables in as compose does: required ones with a stand-in, others with their default. */
const fillVariables = (value: unknown) =>
  String(value)
    .replaceAll(/\$\{\w+PASSWORD:\?\}/g, 'a-stand-in')
    .replaceAll(/\$\{\w+:\?\}/g, 'https://a-stand-in.example')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')

t.test('the service and the migration sign in with different roles, neither of them the superuser', async (t) => {
  const findRole = (name: string) => new URL(fillVariables(services[name].environment.DATABASE_URL)).username
  t.equal(services.postgres.environment.POSTGRES_USER, 'postgres')
  t.same([findRole('migrate'), findRole('sittings')], ['sittings_owner', 'sittings'])
  t.ok(services.postgres.volumes.includes('./roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro'))
})

t.test('the service has a read-only file system, no capabilities, and no way in but the balancer', async (t) => {
  for (const name of ['migrate', 'sittings', 'balancer']) {
    t.match(services[name], { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }, name)
  }
  const published = Object.keys(services).filter((name) => 'ports' in services[name])
  t.same(published, ['balancer'])
  t.match(fillVariables(services.balancer.ports[0]), /^127\.0\.0\.1:/, 'and that from this machine alone, by default')
})

t.test('the greatest number of replicas has no more connections than the server allows', async (t) => {
  const [, replicas] = /server-template replica 1-(\d+) /.exec(read('haproxy.cfg')) ?? []
  const { command, environment } = { ...services.postgres, environment: services.sittings.environment }
  const [, allowed] = /max_connections=(\d+)/.exec(String(command)) ?? []
  const each = Number(fillVariables(environment.DATABASE_POOL_MAX))
  t.ok(
    Number(replicas) * each + 10 <= Number(allowed),
    `${replicas} times ${each}, ten for the operator, of ${allowed}`,
  )
})

t.test('two replicas have the same settings', async (t) => {
  t.ok(services.sittings.deploy.replicas >= 2)
  const environment = Object.entries<unknown>(services.sittings.environment)
  const passedOn = environment.filter(([, value]) => value === null).map(([name]) => name)
  t.same(passedOn, ['RESEARCH_KEY', 'METRICS_TOKEN', 'CORS_ORIGINS'], 'an unset one stays unset, and is not emptied')
  const entries = environment.filter(([, value]) => value !== null).map(([name, value]) => [name, fillVariables(value)])
  const config = loadConfig(Object.fromEntries(entries))
  t.match(config, {
    environment: 'staging',
    trustedProxies: ['uniquelocal'],
    warnings: { length: 0 },
  })
  const settings = readFileSync(new URL('../../src/config/README.md', import.meta.url), 'utf8')
  for (const [name] of environment) t.ok(settings.includes(`| \`${name}\` |`), `${name} is a setting`)
})

t.test('the deployed files have no secret and no image without a version', async (t) => {
  for (const name of ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SERVICE_PASSWORD', 'CRON_SECRET', 'TOKEN_JWKS_URL']) {
    t.match(written, new RegExp(`\\$\\{${name}:\\?\\}`), `${name} must be given`)
  }
  const images = [...written.matchAll(/image: (\S+)/g), ...containerfile.matchAll(/^ARG \w+_IMAGE=(\S+)/gm)]
  t.equal(images.length, 5)
  for (const [, image = ''] of images) t.match(fillVariables(image), /:[\w.-]+$|^sittings$/, image)
  t.notMatch(containerfile, /password|secret|token|:latest/i)
})

t.test('the balancer checks readiness, forwards addresses, repeats no request that may have arrived', async (t) => {
  const balancer = read('haproxy.cfg')
  for (const line of [
    /^ {2}option httpchk GET \/ready$/m,
    /^ {2}http-request set-header X-Forwarded-For %\[src\]$/m,
    /^ {2}retry-on conn-failure$/m,
  ])
    t.match(balancer, line)
  t.match(balancer, /^ {2}parse-resolv-conf$/m, 'names are asked of the engine’s own resolver, whichever it is')
  t.notMatch(balancer, /nameserver/)
  const seconds = (name: string) => Number(new RegExp(`^ {2}timeout ${name} (\\d+)s$`, 'm').exec(balancer)?.[1])
  const { idleConnectionMs } = loadConfig({}).timeouts
  t.ok(seconds('server') * 1_000 > idleConnectionMs && seconds('client') * 1_000 > idleConnectionMs)
  const { keepAliveTimeout } = (await createTestContext(t)).app.server
  t.ok(keepAliveTimeout > seconds('http-keep-alive') * 1_000 && keepAliveTimeout < idleConnectionMs)
  const { app } = await createTestContext(t, { CONNECTION_SILENCE_MS: '30000' })
  t.equal(app.server.keepAliveTimeout, 30_000, 'no idle connection is kept longer than the silence')
})
