import type { TestEnvironment } from '../environment.ts'
import type { Fleet } from '../outage/fleet.ts'
import { newInterviewers } from '../outage/load.ts'
import { newCallers } from '../outage/retrying-caller.ts'

/** Interviewers, each of an artist of its own, who complete sittings on demand, and record what was acknowledged. */
export async function createInterviewers(stage: TestEnvironment, fleet: Fleet, count: number) {
  const callers = newCallers()
  const { holders } = await newInterviewers(stage, fleet, count, callers)
  async function holdAll(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await Promise.all(holders.map(({ hold }) => hold()))
  }
  return { callers, saved: holders.map(({ saved }) => saved), holdAll }
}
