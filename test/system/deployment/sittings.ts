import type { TestEnvironment } from '../environment.ts'
import type { Fleet } from '../outage/fleet.ts'
import { interviewerOf, type Send } from '../outage/interviewer.ts'
import { newSubject } from '../outage/load.ts'
import { newCallers } from '../outage/retrying-caller.ts'

/** Interviewers, each of an artist of its own, who complete sittings on demand, and record what was acknowledged. */
export async function holdersOf(stage: TestEnvironment, fleet: Fleet, count: number) {
  const callers = newCallers()
  let calls = 0
  const inTurn = (): Send => {
    const number = calls++
    return (attempt, method, path, body) => fleet.send(number + attempt, method, path, body)
  }
  const subjects: Awaited<ReturnType<typeof newSubject>>[] = []
  for (let at = 0; at < count; at += 1) subjects.push(await newSubject(stage))
  const holders = subjects.map(({ artistId, about }) => interviewerOf(artistId, about, callers, inTurn))
  async function holdAll(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await Promise.all(holders.map(({ hold }) => hold()))
  }
  return { callers, kept: holders.map(({ kept }) => kept), holdAll }
}
