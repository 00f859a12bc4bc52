import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { deployedSettings } from '../support/settings.ts'

const deployed = { ...deployedSettings, SERVICE_ENVIRONMENT: 'production', CRON_SECRET: 'sixteen-letters!' }

t.test('by default an address may send the slices of a whole minute, those of ten pages in each second', async (t) => {
  const { limits } = loadConfig({})
  t.ok(limits.anonymousPerMinuteMax >= 60 * limits.anonymousPerSecondMax)
  t.ok(limits.anonymousPerSecondMax >= 10)
})

t.test('an empty variable is refused by its name', async (t) => {
  for (const name of [
    'SERVICE_ENVIRONMENT',
    'HOST',
    'PORT',
    'DATABASE_URL',
    'CRON_SECRET',
    'RESEARCH_KEY',
    'TAVILY_API_KEY',
  ]) {
    t.throws(() => loadConfig({ [name]: '' }), {
      name: 'ConfigError',
      message: `${name} is empty; give it a value, or leave it out`,
    })
  }
})

t.test('a deployment has to state its environment: a missing variable does not mean development', async (t) => {
  const signs: [env: Record<string, string>, because: string][] = [
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [{ HOST: '0.0.0.0' }, 'HOST is reachable from other machines'],
    [{ HOST: '::' }, 'HOST is reachable from other machines'],
    [{ HOST: 'sittings.example' }, 'HOST is reachable from other machines'],
    [{ DATABASE_URL: 'postgresql://u:p@db.example/sittings' }, 'DATABASE_URL is on another machine'],
    [{ DATABASE_URL: 'postgresql://u:p@localhost/sittings?host=10.0.0.7' }, 'DATABASE_URL is on another machine'],
    [{ DATABASE_URL: 'postgresql://u@/sittings?host=db.example' }, 'DATABASE_URL is on another machine'],
    [{ DATABASE_URL: 'postgresql://127.0.0.1.example/sittings' }, 'DATABASE_URL is on another machine'],
    [{ DATABASE_URL: 'postgresql://localhost:port/sittings' }, 'DATABASE_URL is on another machine'],
  ]
  for (const [env, because] of signs) {
    const message = `SERVICE_ENVIRONMENT must be one of development, staging, production where ${because}`
    t.throws(() => loadConfig(env), { name: 'ConfigError', message })
    t.equal(loadConfig({ ...env, SERVICE_ENVIRONMENT: 'development' }).environment, 'development', 'as it is stated')
  }
})

t.test('on a developer’s machine the environment is development', async (t) => {
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    t.equal(loadConfig({ HOST }).environment, 'development')
  for (const at of [
    '127.0.0.1:5433/a',
    '[::1]/a',
    'localhost/a',
    '/a?host=/run/postgresql',
    'u:p@/a?host=/tmp',
    '%2Frun%2Fa/b',
  ]) {
    t.equal(loadConfig({ DATABASE_URL: `postgresql://${at}`, NODE_ENV: 'test' }).environment, 'development', at)
  }
})

t.test('a developer’s service runs due research by itself, a deployment only with the setting', async (t) => {
  t.equal(loadConfig({}).schedulerSeconds, 5)
  t.equal(loadConfig({ SCHEDULER_SECONDS: '0' }).schedulerSeconds, 0)
  t.equal(loadConfig(deployed).schedulerSeconds, 0)
})

t.test('timeouts nest: lock < statement < query, and statement < transaction', async (t) => {
  const { lockMs, statementMs } = loadConfig({}).timeouts
  t.ok(lockMs < statementMs)
  const { timeouts } = loadConfig({ DATABASE_STATEMENT_TIMEOUT_MS: '1001' })
  t.match(timeouts, { queryMs: 1_202, idleTransactionMs: 1_001, transactionMs: 3_003, closeMs: 10_000 })
})

t.test('the configuration is frozen', async (t) => {
  const config = loadConfig({})
  t.throws(() => Object.assign(config, { port: 1 }), TypeError)
  t.throws(() => Object.assign(config.token, { issuer: 'mine' }), TypeError)
  t.throws(() => Object.assign(config.warnings, { 0: 'none' }), TypeError)
})

t.test('outside development token and database have no default settings, and nothing fails by chance', async (t) => {
  const four = ['TOKEN_ISSUER', 'TOKEN_AUDIENCE', 'TOKEN_JWKS_URL', 'DATABASE_URL']
  for (const environment of ['staging', 'production']) {
    for (const names of [four, ['DATABASE_URL']]) {
      const lacking = Object.fromEntries(names.map((name) => [name, undefined]))
      const message = `${names.join(', ')} must be set when SERVICE_ENVIRONMENT is ${environment}`
      t.throws(() => loadConfig({ ...deployed, SERVICE_ENVIRONMENT: environment, ...lacking }), { message })
    }
    const failing = { ...deployed, SERVICE_ENVIRONMENT: environment, CHAOS: '0.1' }
    t.throws(() => loadConfig(failing), { name: 'ConfigError', message: /^CHAOS is for dev/ })
  }
})

t.test('an open scheduler outside development has a warning, and so has a short research key anywhere', async (t) => {
  t.same(loadConfig({ ...deployed, RESEARCH_KEY: 'k'.repeat(32) }).warnings, [])
  t.match(loadConfig({ ...deployed, CRON_SECRET: undefined }).warnings, [
    { setting: 'CRON_SECRET', message: /^is not set/ },
  ])
  t.match(loadConfig({ RESEARCH_KEY: 'k'.repeat(31) }).warnings, [
    { setting: 'RESEARCH_KEY', message: /^has fewer than 32/ },
  ])
})

t.test('any origin may call in development, and elsewhere only the named ones', async (t) => {
  t.equal(loadConfig({}).corsOrigins, '*')
  t.same(loadConfig(deployed).corsOrigins, [])
  t.equal(loadConfig({ ...deployed, CORS_ORIGINS: '*' }).corsOrigins, '*')
  const named = 'https://app.example, http://localhost:5173'
  t.same(loadConfig({ ...deployed, CORS_ORIGINS: named }).corsOrigins, ['https://app.example', 'http://localhost:5173'])
})

t.test('an invalid value is refused by the name of its variable', async (t) => {
  const refused = {
    PORT: ['-1', '65536', '3000.5', ' 3000', '0x10', '1e3', 'http'],
    SERVICE_ENVIRONMENT: ['prod', 'Production', 'test'],
    CRON_SECRET: ['fifteen-letters'],
    DATABASE_URL: ['db.example', 'mysql://db.example/a', 'postgres:db'],
    TOKEN_JWKS_URL: [
      'issuer.example/keys',
      'file:///keys',
      'http://issuer.example/keys',
      'http://localhost.example/keys',
      'http://localhost:80@issuer.example/keys',
      'https://someone@issuer.example/keys',
    ],
    DATABASE_POOL_MAX: ['0', '501', 'many'],
    DATABASE_STATEMENT_TIMEOUT_MS: ['0', '-5', '600001'],
    DATABASE_LOCK_TIMEOUT_MS: ['0'],
    DATABASE_POOL_WAIT_MS: ['49', '60001'],
    EVENT_LOOP_DELAY_MS_MAX: ['9', '600001'],
    ANONYMOUS_AT_ONCE_MAX: ['0', '10001'],
    CONNECTIONS_MAX: ['0', '1000001'],
    RATE_CALLER_PER_MINUTE: ['0', '1000000001'],
    SCHEDULER_SECONDS: ['3601'],
    DRAIN_MS: ['600001'],
    CHAOS_SEED: ['2147483649'],
    EMBEDDING_MODEL_NAME: ['n'.repeat(201)],
    DATABASE_TRANSACTION_POOLER: ['yes', '1'],
    LOG_LEVEL: ['loud'],
    CHAOS: ['often', '1.1', '-0.1', '0.1234567'],
    CORS_ORIGINS: [
      'https://*.example',
      'http://*',
      'app.example',
      'https://app.example/',
      'https://app.example/page',
      '*,https://app.example',
      'null',
    ],
    TOKEN_KEY_MAX_AGE_MS: ['1999', '3600001'],
    TRUST_PROXY: ['true', '1', '10.0.0', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '::/0', '::/129', '10.0.0.1,'],
  }
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      const attempt = () => loadConfig({ [name]: value })
      t.throws(attempt, { name: 'ConfigError', message: new RegExp(`^${name} must `) }, `${name}=${value}`)
    }
  }
  const furthest = { PORT: '65535', TOKEN_KEY_MAX_AGE_MS: '2000', EMBEDDING_MODEL_NAME: 'n'.repeat(200) }
  t.ok(loadConfig(furthest), 'and the furthest ones that are valid are not')
})

t.test('a variable that nearly has the name of a setting is named, with the setting', async (t) => {
  const misspelt = {
    RATE_CALLER_PER_MIN: 'RATE_CALLER_PER_MINUTE',
    DATABASE_LOCK_TIMEOUT: 'DATABASE_LOCK_TIMEOUT_MS',
    DATABASE_URI: 'DATABASE_URL',
    TOKEN_ISUR: 'TOKEN_ISSUER',
    CORS_ORIGIN: 'CORS_ORIGINS',
  }
  for (const [given, meant] of Object.entries(misspelt))
    t.match(loadConfig({ [given]: '60' }).warnings, [{ setting: given, message: new RegExp(meant) }])
  const others = ['PATH', 'HOME', 'NODE_OPTIONS', 'DATABASE_KEY', 'DATABASE_URL_TEST', 'GITHUB_TOKEN', 'OTEL_LOG_LEVEL']
  t.same(loadConfig(Object.fromEntries(others.map((name) => [name, 'x']))).warnings, [])
})

t.test('proxies are named by address, by network or by the name of one', async (t) => {
  t.equal(loadConfig({}).trustedProxies, false)
  const ranges = '10.0.0.0/8, 192.0.2.7/32,fd00::/64,loopback'
  t.same(loadConfig({ TRUST_PROXY: ranges }).trustedProxies, ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/64', 'loopback'])
})

t.test('a refused secret is not repeated', async (t) => {
  t.throws(() => loadConfig({ CRON_SECRET: 'canary' }), { message: /^(?!.*canary)/ })
  t.throws(() => loadConfig({ DATABASE_URL: 'mysql://user:canary@db/a' }), { message: /^(?!.*canary)/ })
})

t.test('keys may come over plain HTTP from the local machine alone', async (t) => {
  for (const url of ['http://localhost:9000/keys', 'http://127.0.0.1/keys', 'http://[::1]:9000/keys'])
    t.equal(loadConfig({ TOKEN_JWKS_URL: url }).token.jwksUrl, url)
})
