import { addImportedAnswer } from '../../../test/sessions/interview.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { requestsPerSecond } from '../load.ts'
import { boot, end } from '../start/boot.ts'
import { openTestUser } from '../test-user.ts'

const connections = 32

/**
 * Where the time of a read goes: each rung does what the one below does and something more. 404 and 401 responses are
 * no rungs, since a refusal takes another path; the third runs every hook of the service without a query.
 */
export const benchmarks: Benchmarks = async (stage) => {
  const claimant = await openTestUser(stage)
  const { id } = await addImportedAnswer({ db: stage.db, artistId: claimant.artistId })
  const { base } = await stage.service()
  const { headers } = claimant
  const rung = (name: string, role: Entrant['role'], url: string): Entrant => ({
    name,
    role,
    measure: (seconds) => requestsPerSecond({ url, headers, connections, seconds }),
  })
  async function bare(script: string): Promise<string> {
    const booted = await boot({ script: `peers/${script}`, env: {} })
    stage.teardown(() => end(booted.process))
    return `${booted.base}/api/health`
  }
  const interview = `${base}/api/artist/${claimant.artistId}/interview`
  return [
    {
      work: 'one request, rung by rung',
      unit: 'a second',
      goal: 0.25,
      entrants: [
        rung('node:http', 'floor', await bare('bare-http.ts')),
        rung('Fastify as it comes', 'peer', await bare('bare-fastify.ts')),
        rung('hooks, contract and validation, without a query', 'peer', `${base}/api/health`),
        rung('a whole read', 'ours', `${interview}/responses/${id}`),
      ],
    },
  ]
}
