/**
 * The load generator, in a process of its own: asked for one load after the other by messages, the same for every
 * entrant. Arguments: the database's address, then the header of each claimant.
 */
import pg from 'pg'
import { createRandom } from '../statistics.ts'
import { type Artist, type Calls, loadArtists } from './artists.ts'
import { openHttpCalls } from './http-calls.ts'
import { type Load, runLoad } from './scenarios.ts'
import { openStatementCalls } from './statement-calls.ts'

const [, , url, ...authorizations] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 32 })
const random = createRandom(20_261_125)
const known = new Map<string, Promise<Artist[]>>()
const opened = new Map<string, Calls[]>()

const openCalls = (service: string | undefined, at: number): Calls =>
  service === undefined
    ? openStatementCalls(pool)
    : openHttpCalls(service, authorizations[at % authorizations.length] ?? '')

/** The connections to one entrant, which stay open; no more than a load asks for. */
function ensureCalls({ service, connections }: Load): Calls[] {
  const calls = opened.get(`${service}`) ?? []
  opened.set(`${service}`, calls)
  while (calls.length < connections) calls.push(openCalls(service, calls.length))
  return calls
}

/** What is written to the plain tables is none of the service's. */
function listArtists({ service }: Load): Promise<Artist[]> {
  const of = service === undefined ? 'plain' : 'service'
  const loaded = known.get(of) ?? loadArtists(pool, of)
  known.set(of, loaded)
  return loaded
}

process.on('message', async (load: Load) => {
  try {
    process.send?.({ measurements: await runLoad(load, ensureCalls(load), await listArtists(load), random) })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
