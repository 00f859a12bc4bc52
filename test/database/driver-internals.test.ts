import { readFile } from 'node:fs/promises'
import pg from 'pg'
// @ts-expect-error: the driver does not declare it
import { prepareValue } from 'pg/lib/utils.js'
import t from 'tap'

/** The version whose private parts `src/database/driver` was read against. */
const readVersion = '8.23.1'

type Loose = Record<string, unknown>

const client = new pg.Client() as unknown as { connection: Loose }
const isFunction = (value: unknown) => typeof value === 'function'

t.test(`the driver is the version whose private parts were read: ${readVersion}`, async (t) => {
  const { version } = JSON.parse(await readFile(new URL(import.meta.resolve('pg/package.json')), 'utf8'))
  t.equal(version, readVersion, `pg is ${version} now: read its client and connection again, then raise readVersion`)
})

t.test('each private part of the driver that is touched is there', (t) => {
  const { stream, attachListeners } = client.connection
  t.ok(isFunction((stream as Loose | null)?.cork), 'the stream that pg-client.ts corks')
  t.ok(isFunction(attachListeners), 'the attachListeners that protocol-violation.ts guards')
  t.equal(prepareValue(1), '1', 'the prepareValue of pg/lib/utils.js that pg-client.ts uses')
  t.end()
})
