import pg from 'pg'
import t from 'tap'
import { serializeError } from '#src/observability/logger.ts'

const words = 'We kept it because of the laugh.'

/** An error as the driver makes it of a server message. */
function databaseError(message: string): pg.DatabaseError {
  const fields = { code: '23514', table: 'interview_entries', detail: `Failing row contains (${words}).`, where: words }
  return Object.assign(new pg.DatabaseError(message, 100, 'error'), fields, { hint: words, internalQuery: words })
}

t.test('of a database error about a row only names and codes are logged', async (t) => {
  const view = serializeError(databaseError(`invalid input syntax for type uuid: "${words}"`))
  t.match(view, { type: 'DatabaseError', message: 'SQLSTATE 23514', code: '23514', table: 'interview_entries' })
  t.notMatch(JSON.stringify(view), words)
})

t.test('lines of a message that look like stack frames are removed', async (t) => {
  const forged = databaseError(`bad\n    at ${words} (file:///x.ts:1:1)\nand worse`)
  t.notMatch(JSON.stringify(serializeError(forged)), words)
  t.match(serializeError(forged).stack, /^ {4}at .*errors\.test\.ts:\d+:\d+/m, 'the real ones are kept')
})

t.test('a cause is logged like its error, and a value that is no error without content', async (t) => {
  const view = serializeError(new Error('the outside', { cause: databaseError(words) }))
  t.match(view, { message: 'the outside', cause: { message: 'SQLSTATE 23514' } })
  t.notMatch(JSON.stringify(view), words)
  t.same(serializeError(words), { type: 'string', message: 'not an Error', stack: '' })
})
