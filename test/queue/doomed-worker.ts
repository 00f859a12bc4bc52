// A worker that stops in the middle of its slice and waits to be killed: `node test/queue/doomed-worker.ts URL POINT`.
// POINT: `claimed`, nothing was written yet; `writing`, inside the open transaction; `kept`, after its commit.
import { v7 as uuidv7 } from 'uuid'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { claimJob } from '#src/queue/claim.ts'
import { keepEffect } from './effect.ts'

const [url = '', point] = process.argv.slice(2)
const { pool, timeouts } = loadConfig({})
const { db } = connect({ url, pool, timeouts, applicationName: 'doomed worker' })
const job = await claimJob(db, { leaseToken: uuidv7(), leaseMs: 700 })
if (job === undefined) throw new Error('Nothing was claimable')
if (point === 'claimed') await stop()
await db.transaction().execute(async (trx) => {
  await keepEffect(trx, job)
  if (point === 'writing') await stop()
})
await stop()

async function stop(): Promise<never> {
  process.stdout.write('stopped')
  setInterval(() => {}, 60_000)
  return await new Promise<never>(() => {})
}
