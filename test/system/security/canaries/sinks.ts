import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../../support/service.ts'
import { pollUntil } from '../../../support/until.ts'
import type { Collector } from '../../../tracing/collector.ts'
import type { TestEnvironment } from '../../environment.ts'

/** Outputs that must not contain a caller's words. One more kind of output is one more sink here. */
export type Sink = {
  name: string
  read: () => Promise<string> | string
  /** Its expected content, without which the absence of a canary shows nothing. */
  alive: RegExp
}

export const buildSinks = (
  { folder }: TestEnvironment,
  service: Service,
  metricsToken: string,
  collector: Collector,
): Sink[] => [
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
    name: 'the statements in the log',
    read: () => service.output(),
    alive: /"operationId":"reviseInterviewResponse".*"sql":.*response_versions.*"a slow statement"/,
  },
  {
    name: 'the traces',
    // Ended spans are sent within a moment; then no more come.
    read: async () => {
      let seen = -1
      await pollUntil(async () => {
        const before = seen
        seen = collector.spans.length
        if (seen === before) return true
        await sleep(1_000)
        return false
      }, 60_000)
      return collector.everything()
    },
    alive: /"stringValue":"reviseInterviewResponse"/,
  },
  {
    name: 'the page of readiness',
    read: async () => await (await fetch(`${service.base}/ready`)).text(),
    alive: /"status"/,
  },
]
