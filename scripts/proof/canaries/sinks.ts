import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../../../test/helpers/service.ts'
import type { Stage } from '../stage.ts'

/** Where words of a caller must not come to lie. One more kind of output is one more sink here. */
export type Sink = {
  name: string
  read: () => Promise<string> | string
  /** What must stand in it, or it shows nothing that no canary does. */
  alive: RegExp
}

export const sinksOf = ({ folder }: Stage, service: Service, metricsToken: string): Sink[] => [
  { name: 'the log and stderr', read: service.output, alive: /"operationId":"reviseInterviewResponse".*"status":500/ },
  {
    name: 'the log of PostgreSQL',
    read: () => readFileSync(join(folder, 'server.log'), 'utf8'),
    alive: /ERROR: .*proof_refuses/,
  },
  {
    name: 'the metrics',
    read: async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      return await (await fetch(`${service.base}/metrics`, { headers })).text()
    },
    alive: /operation_id="reviseInterviewResponse"/,
  },
  {
    name: 'the page of readiness',
    read: async () => await (await fetch(`${service.base}/ready`)).text(),
    alive: /"status"/,
  },
]
