import type { TestEnvironment } from '../environment.ts'
import { newInterviewers } from '../outage/load.ts'
import type { Replicas } from '../outage/replicas.ts'
import { newCallers } from '../outage/retrying-caller.ts'

/** Interviewers, each of an artist of its own, who complete sittings on demand, and record what was acknowledged. */
export async function createInterviewers(environment: TestEnvironment, replicas: Replicas, count: number) {
  const callers = newCallers()
  const { holders } = await newInterviewers(environment, replicas, count, callers)
  async function holdAll(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await Promise.all(holders.map(({ hold }) => hold()))
  }
  return { callers, saved: holders.map(({ saved }) => saved), holdAll }
}
