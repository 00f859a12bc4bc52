// Runs after every other test of `npm test`: some test produced each declared (operation, status) except those that the
// contract reserves, and no service sent an undescribed response. The first is checked in a run of all files only.
import t from 'tap'
import { operations } from '../contract/requests.ts'
import { listFilesNotRun, readLedger, violationMark } from './file.ts'

const seen = readLedger()
const declared = operations.flatMap(({ id, responses, reserved }) =>
  [...responses.keys()]
    .filter((status) => status !== 'default' && !reserved.has(status))
    .map((status) => `${id} ${status}`),
)
const missing = declared.filter((pair) => !seen.has(pair))

const notRun = listFilesNotRun()
const produced = `${declared.length - missing.length} of ${declared.length}`
if (notRun.length === 0) t.same(missing, [], `every declared status is produced by some test: ${produced}`)
else t.comment(`${notRun.length} test files did not run; they produce the statuses that are missing here (${produced})`)

t.same(
  [...seen].filter((line) => line.startsWith(violationMark)),
  [],
  'no test received a response that the contract does not describe',
)
