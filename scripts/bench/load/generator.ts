import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { claimants, makeAnswers } from '../data/answers.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { Measurement } from '../statistics.ts'
import type { Load } from './scenarios.ts'

type Outcome = { measurements: Measurement[] } | { error: string }

const script = fileURLToPath(new URL('process.ts', import.meta.url))

/** Makes the data set, and starts the process that makes every load over it. */
export async function startGenerator({ openPool, authorize, url, teardown }: BenchEnvironment) {
  await makeAnswers(openPool(1))
  const child = fork(script, [url, ...(await Promise.all(claimants.map(authorize)))])
  teardown(() => child.kill('SIGKILL'))
  return async (load: Load): Promise<Measurement[]> => {
    const replied = once(child, 'message')
    child.send(load)
    const [outcome] = (await replied) as [Outcome]
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.measurements
  }
}
