import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { loadConfig } from '#src/config.ts'
import { getErrorHint } from '#src/database/sqlstates.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { serializeError } from '#src/observability/logger.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { openPool } from '../support/database.ts'
import { startTcpServer } from '../support/local-server.ts'

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const authenticated = message('R', Buffer.alloc(4))

const ready = message('Z', Buffer.from('I'))

/** An error in the server's protocol. */
const buildFailure = (code: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mof no use\0\0`, 'latin1'))

/**
 * A server with as much of the protocol as a login takes, which responds to everything later by `answer`, or to the
 * login by `atLogin`. Returns its address.
 */
async function startWireServer(t: Test, { atLogin, answer }: { atLogin?: Buffer; answer?: Buffer }): Promise<string> {
  const port = await startTcpServer(t, (socket) => {
    socket.once('data', () => {
      if (atLogin !== undefined) return void socket.end(atLogin)
      socket.write(Buffer.concat([authenticated, ready]))
      socket.on('data', () => socket.write(answer ?? ready))
    })
  })
  return `postgresql://user@127.0.0.1:${port}/nothing`
}

t.test('whatever message comes that is none of the query’s, it is an outage and never a defect', async (t) => {
  const bodies = { short: Buffer.from([0, 9, 0x61]), text: Buffer.from('SELECT 1\0'), empty: Buffer.alloc(0) }
  const types = [...'CDEGHIKNRSTWZcdnstx123']
  const { timeouts } = loadConfig({ DATABASE_STATEMENT_TIMEOUT_MS: '300' })
  for (const [name, body] of Object.entries(bodies)) {
    const outcomes = types.map(async (type) => {
      const answer = Buffer.concat([message(type, body), message('C', Buffer.from('SELECT 1\0')), message('D', body)])
      const { db } = openPool(t, await startWireServer(t, { answer }), { timeouts })
      const twice = [0, 1].map(() => sql`select 1`.execute(db).catch((reason: unknown) => reason))
      for (const outcome of await Promise.all(twice)) {
        const problem = outcome instanceof Error && (toDatabaseProblem(outcome)?.code ?? outcome.message)
        t.match(String(problem), /^(false|persistence_unavailable)$/, `${type}, ${name}`)
      }
    })
    await Promise.all(outcomes)
  }
})

t.test('a server without a free connection is named as such, at /ready and in the log', async (t) => {
  const { db } = openPool(t, await startWireServer(t, { atLogin: buildFailure('53300') }))
  t.equal(await createReadinessCheck(db)(), 'Storage has no connection left for this process (53300)')
  const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason)
  t.match(serializeError(error), { message: 'SQLSTATE 53300', hint: /DATABASE_POOL_MAX/ })
})

t.test('a session that is shared without its setting is named as such', async (t) => {
  for (const code of ['26000', '42P05']) t.match(getErrorHint(code), /DATABASE_TRANSACTION_POOLER/)
  t.equal(getErrorHint('23505'), undefined)
})
