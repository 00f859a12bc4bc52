import { sql } from 'kysely'
import type { Draw } from './draw.ts'
import type { Rows } from './rows.ts'
import type { Service } from './service.ts'

/** More slices than any refresh here takes, however often it begins again. */
const slicesMax = 12

/** Whether Lore was being composed while the clients ran, so that a refresh may have read the state before. */
export const isComposing = (calls: readonly Draw[], { jobs }: Rows): boolean =>
  calls.some(({ op }) => op === 'advance') && jobs.some(({ state }) => state === 'pending')

/** Runs all refreshes to their end, as if the leases and pauses of faulty ones were over. */
export async function composeAll({ call, plain }: Service, artistId: string): Promise<string | undefined> {
  for (let slices = 0; slices < slicesMax; slices += 1) {
    await sql`update artist_research_jobs set
        leased_until = case when lease_token is not null then now() - interval '1 second' end,
        next_run_at = least(next_run_at, date_trunc('milliseconds', now())),
        queued_at = now()
      where artist_id = ${artistId} and state in ('pending', 'waiting')`.execute(plain)
    const { status, body } = await call('POST', '/api/research/advance', { artistId, kinds: ['lore_refresh'] })
    if (status !== 200 || body.status !== 'ok')
      return `advance was answered ${status} ${JSON.stringify(body)} when all was over`
    if (body.ran === false) return undefined
  }
  return `Lore is not composed after ${slicesMax} slices`
}
