import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addImportedAnswer } from '../../../test/sessions/interview.ts'
import { buildService } from '../../build/service.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { requestsPerSecond } from '../load.ts'
import { boot, bootMs, deployedFlags, end, type Program, residentMb, startFlags } from '../start/boot.ts'
import { openTestUser } from '../test-user.ts'

const connections = 32
/** With five seconds a round, a minute of load: by then the heap has its final size. */
const loadTimes = 12

const built = fileURLToPath(new URL('../../../built', import.meta.url))

/**
 * How soon a process responds whose database is running already, and its memory after a minute of reads: as it is
 * deployed, and as a developer starts it.
 */
export const benchmarks: Benchmarks = async (stage) => {
  await buildService(built)
  const claimant = await openTestUser(stage)
  const { id } = await addImportedAnswer(
    { db: stage.db, artistId: claimant.artistId },
    { answer: 'The vox humana. It sounded like no one I know.', offeredAt: '2026-03-04T10:01:12Z' },
  )
  await stage.db.updateTable('interview_entries').set({ answer_updated_at: new Date() }).where('id', '=', id).execute()
  const path = `/api/artist/${claimant.artistId}/interview/responses/${id}`
  const bare: Program = { script: 'peers/bare-fastify.ts', env: {} }
  const sources: Program = {
    script: '../../src/server.ts',
    flags: startFlags,
    env: {
      DATABASE_URL: stage.url,
      DATA_FOLDER: join(stage.folder, 'service'),
      LOG_LEVEL: 'error',
      RATE_CALLER_PER_MINUTE: '1000000000',
      RATE_COSTLY_PER_MINUTE: '1000000000',
    },
  }

  async function loadedMb(program: Program, seconds: number): Promise<number> {
    const { process: child, base } = await boot(program)
    try {
      const { headers } = claimant
      await requestsPerSecond({ url: base + path, headers, connections, seconds: seconds * loadTimes })
      return residentMb(child)
    } finally {
      await end(child)
    }
  }

  const entrants = (measure: (program: Program, seconds: number) => Promise<number>): Entrant[] => [
    { name: 'bare Fastify', role: 'floor', measure: (seconds) => measure(bare, seconds) },
    { name: 'Sittings from its sources', role: 'peer', measure: (seconds) => measure(sources, seconds) },
    {
      name: 'Sittings',
      role: 'ours',
      measure: (seconds) => measure({ ...sources, script: '../../built/server.js', flags: deployedFlags }, seconds),
    },
  ]
  return [
    { work: 'start to the first 200', unit: 'ms', goal: 1.4, entrants: entrants(bootMs) },
    { work: 'memory after a minute of reads', unit: 'MB', goal: 1.67, entrants: entrants(loadedMb) },
  ]
}
