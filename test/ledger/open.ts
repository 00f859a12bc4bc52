import t from 'tap'
import { openLedger } from './file.ts'

openLedger()
t.pass('the ledger of a whole run is open')
