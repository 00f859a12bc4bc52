// Runs after every other test of a whole run (npm test): each status that the contract declares for an operation has
// been produced by some test, save what the contract itself marks as reserved. No list is kept by hand. And no service
// of any test has counted an answer that the contract does not describe, not even one that no test looked at.
import t from 'tap'
import { operations } from '../contract/requests.ts'
import { readLedger, violationMark } from './file.ts'

const seen = readLedger()
const declared = operations.flatMap(({ id, responses, reserved }) =>
  [...responses.keys()]
    .filter((status) => status !== 'default' && !reserved.has(status))
    .map((status) => `${id} ${status}`),
)
const missing = declared.filter((pair) => !seen.has(pair))

t.same(
  missing,
  [],
  `every declared status is produced by some test: ${declared.length - missing.length} of ${declared.length}`,
)

t.same(
  [...seen].filter((line) => line.startsWith(violationMark)),
  [],
  'no test has met an answer that the contract does not describe',
)
