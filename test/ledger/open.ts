// Runs before every other test of a whole run (npm test).
import t from 'tap'
import { builtService } from '../support/built.ts'
import { openLedger } from './file.ts'

openLedger()
t.pass('the ledger of a whole run is open')

t.ok(await builtService(), 'what several test files run is built')
