import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { findForOffer } from '#plugins/sessions/queries.ts'
import { buildApp } from '#src/app.ts'
import { ask, only } from '#src/database/ask.ts'
import { memoryOf } from '#src/database/change/remembered.ts'
import { connect } from '#src/database/connect.ts'
import type { Asked } from '#src/database/statement.ts'
import { createReadinessCheck } from '#src/runtime/readiness.ts'
import { watchTrips } from '../../scripts/cost-ledger/trips.ts'
import { answered, responsesOf } from '../responses/answers.ts'
import { assertConforms } from '../support/conforms.ts'
import { type Answer, type Loose, newWorld, type World } from '../support/world.ts'

/** The same service in a process of its own, as far as it knows: with connections and a memory that nobody shares. */
export async function another(t: Test, world: World, slow?: Parameters<typeof connect>[0]['slow']) {
  const { pool: size, timeouts } = world.config
  const { db, pool, close } = connect({
    ...{ url: world.url, pool: size, timeouts, applicationName: 'another process' },
    ...(slow && { slow }),
  })
  t.teardown(close)
  const trips = watchTrips(pool)
  const app = await buildApp(world.config, { db, newId: () => uuidv7(), providers: {} }, createReadinessCheck(db), pool)
  t.teardown(() => app.close())
  const call: World['call'] = async (subject, method, url, body, headers = {}) => {
    const response = await app.inject({
      ...{ method, url },
      headers: {
        ...(subject !== null && { authorization: `Bearer ${await world.token(subject)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const answer = { status: response.statusCode, headers: response.headers, body: JSON.parse(response.payload) }
    assertConforms(method, url, answer as Answer)
    return answer as Answer
  }
  /** How many round trips a call took, and how many statements. */
  const costOf = async (call: () => Promise<Answer>) => {
    const { roundTrips, statements } = trips
    await call()
    return { trips: trips.roundTrips - roundTrips, statements: trips.statements - statements }
  }
  /** How many round trips a call took. */
  const tripsOf = async (work: Promise<Answer>) => {
    const before = trips.roundTrips
    const { status } = await work
    return { status, trips: trips.roundTrips - before }
  }
  return { ...world, app, db, call, costOf, tripsOf }
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+]00:00)$/

/** With every instant in one form, whether it came as a column or inside of JSON. */
const plain = (row: object): Loose =>
  JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === 'string' && instant.test(value) ? new Date(value).toISOString() : value,
  )

/** What is remembered is what the statement answers now; returns how many rows were compared. */
export async function sameAsRead(t: Test, { db }: Pick<World, 'db'>): Promise<number> {
  const remembered = [...(memoryOf(db)?.all() ?? [])]
  for (const { asked, row } of remembered) {
    const { now, ...known } = plain(row)
    const { now: read, ...stands } = plain(only(await ask(db, asked)) as object)
    t.strictSame(known, stands)
    const lateMs = Date.parse(read) - Date.parse(now)
    t.ok(lateMs >= 0 && lateMs < 2_000, `its clock is ${lateMs} ms late`)
  }
  return remembered.length
}

/** What an offer in a sitting would be decided on, where it is remembered. */
export const rememberedOffer = ({ db }: Pick<World, 'db'>, session: { id: string }): Loose => {
  const { name } = findForOffer({ caller: { kind: 'user', subject: '' }, artistId: '', sessionId: '' })
  const isIt = ({ asked }: { asked: Asked<unknown> }) =>
    asked.name === name && asked.query.parameters.includes(session.id)
  return [...(memoryOf(db)?.all() ?? [])].find(isIt)?.row
}

/** A world whose service remembers an answer in an active sitting, and another service that it knows nothing of. */
export async function remembering(t: Test) {
  const world = await newWorld(t)
  const sitting = await answered(world)
  t.ok(await sameAsRead(t, world))
  return { ...world, ...sitting, world, elsewhere: await another(t, world), ...responsesOf(world) }
}
