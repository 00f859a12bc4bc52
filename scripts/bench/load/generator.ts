import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Entrant } from '../benchmark.ts'
import { claimants, ensureAnswers } from '../data/answers.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { Measurement } from '../statistics.ts'
import type { Load } from './scenarios.ts'

type Outcome = { measurements: Measurement[] } | { error: string }
export type Generator = (load: Load) => Promise<Measurement[]>

const script = fileURLToPath(new URL('process.ts', import.meta.url))

/** Starts the process that makes every load of a benchmark, over the shared data set. */
export async function startGenerator(environment: BenchEnvironment): Promise<Generator> {
  await ensureAnswers(environment.openPool(1))
  const headers = await Promise.all(claimants.map(environment.authorize))
  const child = fork(script, [environment.url, ...headers.map(({ authorization }) => authorization)])
  environment.teardown(() => child.kill('SIGKILL'))
  return async (load) => {
    const replied = once(child, 'message')
    child.send(load)
    const [outcome] = (await replied) as [Outcome]
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.measurements
  }
}

/** An entrant that does `load` at an address, or by the floor's statements where there is none. */
export const toEntrant = (
  generate: Generator,
  { name, role, service }: Pick<Entrant, 'name' | 'role'> & { service?: string },
  load: Omit<Load, 'service' | 'seconds'>,
): Entrant => ({
  name,
  role,
  measure: (seconds) => generate({ ...load, seconds, ...(service !== undefined && { service }) }),
})
