import t from 'tap'
import { ConfigError } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { explainFailure, isDefect } from '#src/runtime/explain-failure.ts'

/** An error of the system, as Node makes them. */
const systemError = (message: string, more: Partial<NodeJS.ErrnoException>) => Object.assign(new Error(message), more)

t.test('a failure is a sentence for the operator, with the cause that a response hides', async (t) => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' }
  const taken = systemError('listen EADDRINUSE: 127.0.0.1:80', { code: 'EADDRINUSE', syscall: 'listen' })
  const outage = new Problem('persistence_unavailable', { cause: systemError('connect ECONNREFUSED', refused) })
  const explained: [error: unknown, sentence: string][] = [
    ['by hand', 'by hand'],
    [new ConfigError('PORT', 'must be a number'), 'PORT must be a number'],
    [taken, 'listen EADDRINUSE: 127.0.0.1:80; HOST and PORT say where it listens'],
    [systemError('', { code: 'ENOENT', syscall: 'open', path: '/a' }), '/a: cannot be opened (ENOENT)'],
    [outage, `${outage.message} (connect ECONNREFUSED)`],
    [
      systemError('connect ECONNREFUSED', refused),
      'The database (DATABASE_URL, or the embedded one) is unavailable: connect ECONNREFUSED',
    ],
    // Of a name with several addresses.
    [
      Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
      'The database (DATABASE_URL, or the embedded one) is unavailable: ECONNREFUSED',
    ],
  ]
  for (const [error, sentence] of explained) {
    t.equal(explainFailure(error), sentence)
    t.notOk(isDefect(error), sentence)
  }
  t.ok(isDefect(new TypeError('undefined is not a function')), 'what nothing explains is a defect')
})
