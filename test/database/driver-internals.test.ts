import { readFile } from 'node:fs/promises'
import pg from 'pg'
// @ts-expect-error: the driver does not declare it
import { prepareValue } from 'pg/lib/utils.js'
import t from 'tap'

/** The version whose private parts `src/database/driver` was read against. */
const readVersion = '8.23.1'

type Loose = Record<string, unknown>

const client = new pg.Client() as unknown as Loose & { connection: Loose }
const query = new pg.Query('select $1', ['a']) as unknown as Loose
const isList = (value: unknown) => Array.isArray(value)
const isFunction = (value: unknown) => typeof value === 'function'

/** What the files of `src/database/driver` touch beyond what pg documents: where, which, and what it has to be. */
const touched: [file: string, owner: Loose, name: string, fits: (value: unknown) => boolean][] = [
  ['query-timeout.ts', client, '_activeQuery', (value) => value === null || value === undefined],
  ['query-timeout.ts', client, '_sentQueryQueue', isList],
  ['query-timeout.ts', client, '_queryQueue', isList],
  ['query-timeout.ts', client.connection, 'stream', (value) => isFunction((value as Loose | null)?.destroy)],
  ['pg-client.ts', client.connection, 'stream', (value) => isFunction((value as Loose | null)?.cork)],
  ['protocol-violation.ts', client.connection, 'attachListeners', isFunction],
  ...['bind', 'execute', 'sync', 'parse'].map((name): (typeof touched)[number] => [
    'prepared-statement.ts',
    client.connection,
    name,
    isFunction,
  ]),
  ['statement-batch.ts', client, '_handleParseComplete', isFunction],
  ['statement-batch.ts', client.connection, 'parsedStatements', (value) => typeof value === 'object' && value !== null],
  ...[
    'submit',
    'handleRowDescription',
    'handleDataRow',
    'handleCommandComplete',
    'handleReadyForQuery',
    'handleError',
  ].map((name): (typeof touched)[number] => ['statement-batch.ts', query, name, isFunction]),
]

t.test(`the driver is the version whose private parts were read: ${readVersion}`, async (t) => {
  const { version } = JSON.parse(await readFile(new URL(import.meta.resolve('pg/package.json')), 'utf8'))
  t.equal(
    version,
    readVersion,
    `pg is ${version} now: read its client, connection and query again, then raise readVersion`,
  )
})

t.test('each private part of the driver that is touched is there', (t) => {
  for (const [file, owner, name, fits] of touched) {
    t.ok(fits(owner[name]), `pg has the ${name} that src/database/driver/${file} uses`)
  }
  t.equal(prepareValue(1), '1', 'pg/lib/utils.js has the prepareValue that prepared-statement.ts uses')
  t.end()
})
