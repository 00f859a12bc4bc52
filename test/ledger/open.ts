// Runs before every other test of `npm test`.
import t from 'tap'
import { ensureBuild } from '../support/built.ts'
import { openLedger } from './file.ts'

openLedger()
t.pass('the ledger is empty')

t.ok(await ensureBuild(), 'the program that several test files run is built')
