import t from 'tap'
import { loadConfig } from '#src/config.ts'

const deployed = {
  SERVICE_ENVIRONMENT: 'production',
  TOKEN_ISSUER: 'https://issuer.example',
  TOKEN_AUDIENCE: 'sittings:production',
  TOKEN_JWKS_URL: 'https://issuer.example/keys',
  DATABASE_URL: 'postgresql://sittings@db.example/sittings',
  CRON_SECRET: 'sixteen-letters!',
}

t.test('a developer needs to set nothing', async (t) => {
  t.match(loadConfig({}), {
    environment: 'development',
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    dataFolder: '.data',
    token: { issuer: 'sittings-development', audience: 'sittings:development', jwksUrl: undefined },
    cronSecret: undefined,
    researchKey: undefined,
    warnings: [],
  })
  t.same(
    loadConfig({ HOST: '', PORT: '', DATABASE_URL: '', CRON_SECRET: '' }),
    loadConfig({}),
    'an empty variable is not set',
  )
})

t.test('timeouts nest: lock < statement < query, and statement < transaction', async (t) => {
  const { lockMs, statementMs, queryMs, transactionMs } = loadConfig({}).timeouts
  t.ok(lockMs < statementMs && statementMs < queryMs && statementMs < transactionMs)
})

t.test('nothing of it can be changed', async (t) => {
  const config = loadConfig({})
  t.throws(() => Object.assign(config, { port: 1 }), TypeError)
  t.throws(() => Object.assign(config.token, { issuer: 'mine' }), TypeError)
  t.throws(() => Object.assign(config.warnings, { 0: 'none' }), TypeError)
})

t.test('what is given is taken', async (t) => {
  const config = loadConfig({
    ...deployed,
    HOST: '0.0.0.0',
    PORT: '8080',
    RESEARCH_KEY: 'short',
    DATABASE_POOL_MAX: '5',
  })
  t.match(config, {
    ...{ host: '0.0.0.0', port: 8080, databaseUrl: deployed.DATABASE_URL, cronSecret: deployed.CRON_SECRET },
    token: { issuer: deployed.TOKEN_ISSUER, audience: deployed.TOKEN_AUDIENCE, jwksUrl: deployed.TOKEN_JWKS_URL },
    pool: { max: 5 },
    researchKey: 'short',
  })
})

t.test('outside development nothing of the token falls back to a default', async (t) => {
  for (const environment of ['staging', 'production']) {
    for (const name of ['TOKEN_ISSUER', 'TOKEN_AUDIENCE', 'TOKEN_JWKS_URL']) {
      const env = { ...deployed, SERVICE_ENVIRONMENT: environment, [name]: undefined }
      t.throws(() => loadConfig(env), {
        name: 'ConfigError',
        message: `${name} is required when SERVICE_ENVIRONMENT is ${environment}`,
      })
    }
  }
})

t.test('outside development an open scheduler and data on one machine are warned of', async (t) => {
  t.same(loadConfig(deployed).warnings, [])
  t.match(loadConfig({ ...deployed, CRON_SECRET: undefined }).warnings, [/^CRON_SECRET is not set/])
  t.match(loadConfig({ ...deployed, DATABASE_URL: undefined }).warnings, [/^DATABASE_URL is not set/])
})

t.test('a value that cannot be taken is refused by the name of its variable', async (t) => {
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
    ],
    DATABASE_POOL_MAX: ['0', '501', 'many'],
    DATABASE_STATEMENT_TIMEOUT_MS: ['0', '-5', '600001'],
    DATABASE_LOCK_TIMEOUT_MS: ['0'],
    DATABASE_TRANSACTION_POOLER: ['yes', '1'],
    LOG_LEVEL: ['loud'],
    RATE_LIMIT_STORE: ['redis', 'Postgres'],
    TRUST_PROXY: ['true', '1', '10.0.0', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '::/0', '10.0.0.1,', 'everybody'],
  }
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      const attempt = () => loadConfig({ [name]: value })
      t.throws(attempt, { name: 'ConfigError', message: new RegExp(`^${name} must `) }, `${name}=${value}`)
    }
  }
})

t.test('proxies are named by address, by network or by the name of one', async (t) => {
  t.equal(loadConfig({}).trustedProxies, false)
  const given = '10.0.0.0/8, 192.0.2.7,fd00::/8,loopback'
  t.same(loadConfig({ TRUST_PROXY: given }).trustedProxies, ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', 'loopback'])
})

t.test('a refused secret is not repeated', async (t) => {
  t.throws(() => loadConfig({ CRON_SECRET: 'canary' }), { message: /^(?!.*canary)/ })
  t.throws(() => loadConfig({ DATABASE_URL: 'mysql://user:canary@db/a' }), { message: /^(?!.*canary)/ })
})

t.test('keys may come over plain HTTP from this very machine alone', async (t) => {
  for (const url of ['http://localhost:9000/keys', 'http://127.0.0.1/keys', 'http://[::1]:9000/keys']) {
    t.equal(loadConfig({ TOKEN_JWKS_URL: url }).token.jwksUrl, url)
  }
})
