import { cite } from '../../../test/support/world.ts'
import type { Benchmark, Benchmarks, Entrant } from '../benchmark.ts'
import { holdOverHttp } from '../sitting/over-http.ts'
import { holdInStatements } from '../sitting/statements.ts'
import { newSubject, type Step, type Steps, timed } from '../sitting/steps.ts'
import { openTestUser } from '../test-user.ts'

const connections = 16

/**
 * Whole sittings, one after the other on each connection: a start, an offer with two quotes, its answer, the finish.
 * Each of the three is measured by itself: how often in a second so many connections could do it, by how long it took.
 */
export const benchmarks: Benchmarks = async (stage) => {
  const claimant = await openTestUser(stage)
  const { base } = await stage.service()
  const subjects = () => Promise.all(Array.from({ length: connections }, () => newSubject(stage, claimant, cite)))
  const pool = stage.pool(connections)
  const floor = timed(await Promise.all((await subjects()).map((subject) => holdInStatements(pool, subject))))
  const { authorization } = claimant.headers
  const ours = timed((await subjects()).map((subject) => holdOverHttp(stage, base, authorization, subject)))
  const contestant = (name: string, role: Entrant['role'], measure: Steps, step: Step): Entrant => ({
    name,
    role,
    measure: (seconds) => measure(step, seconds),
  })
  const race = (work: string, step: Step): Benchmark => ({
    work,
    unit: 'a second',
    goal: 0.55,
    warmRounds: 3,
    entrants: [
      contestant('its one statement, named', 'floor', floor, step),
      contestant('Sittings', 'ours', ours, step),
    ],
  })
  return [
    race('offer with two quotes, 16 connections', 'offer'),
    race('answer, 16 connections', 'answer'),
    race('finish, 16 connections', 'finish'),
  ]
}
