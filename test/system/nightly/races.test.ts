import t, { type Test } from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { answerFirstQuestion, createResponsesClient } from '../../responses/answers.ts'
import { offerFirstQuestion, startSitting } from '../../sessions/interview.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import { type Actors, createOwnedArtist, importText, openServices, patient } from '../service.ts'

/** An artist of its own for a race, of the same claimant. */
async function openRace(environment: TestEnvironment, actors: Actors): Promise<Actors> {
  const artistId = await createOwnedArtist(environment)
  return { ...actors, artistId, addSource: (text) => importText(environment, artistId, text) }
}

type Race = (t: Test, environment: TestEnvironment, actors: Actors, callers: number) => Promise<void>

/** Different questions for one ordinal at once: one of them is saved, and every response is that one. */
const raceOffers: Race = async (t, environment, actors, callers) => {
  const own = await openRace(environment, actors)
  const { session, prepared, sendOffer, answer, reference } = await startSitting(own)
  for (const ordinal of [1, 2, 3]) {
    const offer = await prepared(session, ordinal, [reference])
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, at) =>
        sendOffer(session, { ...offer, question: `Wording number ${at} of it?` }),
      ),
    )
    t.same(listStatuses(answers), [200], `ordinal ${ordinal}`)
    t.equal(countBodies(answers), 1, 'every caller gets the same question')
    await answer(answers[0]?.body.question, null)
  }
  const entries = await own.db
    .selectFrom('interview_entries')
    .select('id')
    .where('artist_id', '=', own.artistId)
    .execute()
  t.equal(entries.length, 3, 'one row for each ordinal')
  t.match(await verifyRecords(own.db, own.artistId), { finding: undefined })
  environment.report('offers', `${callers} at once on each of 3 ordinals, one row and one body each`)
}

/**
 * Writers revise one answer, each on the revision it read last. Every success is one version of one chain and one audit
 * event, every other attempt is 409, and no success is lost.
 */
const raceRevises: Race = async (t, environment, actors, attempts) => {
  const own = await openRace(environment, actors)
  const { question } = await answerFirstQuestion(own, 'The first wording.')
  const eventsBefore = await listEvents(own)
  const { revise, read } = createResponsesClient(own)
  const saved: string[] = []
  const refused: number[] = []
  const indexes = Array.from({ length: attempts }, (_, at) => at).values()
  const write = async () => {
    let expectedRevision = question.revision
    for (const index of indexes) {
      const answer = `Wording ${index}.`
      const { status, body } = await revise(question.id, { expectedRevision, answer })
      if (status === 200) saved.push(answer)
      else refused.push(status)
      expectedRevision = status === 200 ? body.response.revision : (await read(question.id)).body.response.revision
    }
  }
  await Promise.all(Array.from({ length: 64 }, write))
  t.same([...new Set(refused)], [409], 'the others came late')
  const versions = await own.db
    .selectFrom('response_versions')
    .select('answer')
    .where('artist_id', '=', own.artistId)
    .execute()
  t.same(versions.map(({ answer }) => answer).toSorted(), ['The first wording.', ...saved].toSorted(), 'none is lost')
  t.equal((await listEvents(own)).length - eventsBefore.length, saved.length)
  t.match(await verifyRecords(own.db, own.artistId), { finding: undefined }, 'one chain')
  environment.report('revises', `${attempts} by 64 writers, ${saved.length} saved, each a version and an event`)
}

/** In a group of so many calls, the first three are not a finish. */
const besideEvery = 20

/**
 * A sitting is finished while its questions are offered and answered: one finish, one Lore job, no open question, and
 * every finish has the same response.
 */
const raceFinishes: Race = async (t, environment, actors, finishes) => {
  const own = await openRace(environment, actors)
  const { session, question, answer, offer, finish, restore, reference } = await offerFirstQuestion(own)
  await answer(question, 'We were tired.')
  const open = (await offer(session, 2, reference)).body.question
  const besides = [
    () => answer(open, 'In the last second.'),
    () => offer(session, 3, reference),
    () => offer(session, 2, reference),
  ]
  // The sitting goes on for a moment before it is finished, so that calls fall on both sides of the finish.
  const calls = Math.ceil((finishes * besideEvery) / (besideEvery - besides.length))
  const answers = await runConcurrently(calls, 200, async (at) => {
    const beside = besides[at % besideEvery]
    return { isFinish: beside === undefined, ...(await (beside ?? (() => finish(session)))()) }
  })
  const finished = answers.filter(({ isFinish }) => isFinish)
  const others = answers.filter(({ isFinish }) => !isFinish)
  t.same(listStatuses(finished), [200])
  t.equal(countBodies(finished), 1, 'every finish has the same response')
  const late = listStatuses(others).filter((status) => status !== 200 && status !== 409)
  t.same(late, [], 'the others were saved before it, or refused')
  const { session: saved } = (await restore()).body
  t.notOk(
    saved.questions.some(({ state }: { state: string }) => state === 'offered'),
    'no question is left open',
  )
  const actions = (await listEvents(own)).map(({ action }) => action)
  t.equal(actions.filter((action) => action === 'sitting.finished').length, 1)
  t.equal(actions.at(-1), 'sitting.finished', 'nothing is saved after the finish')
  const jobs = await own.db
    .selectFrom('artist_research_jobs')
    .select(['kind', 'requests'])
    .where('artist_id', '=', own.artistId)
    .execute()
  t.same(jobs, [{ kind: 'lore_refresh', requests: 1 }])
  t.match(await verifyRecords(own.db, own.artistId), { finding: undefined })
  environment.report('finishes', `${finished.length} at once, one closing, one Lore job, one body for all`)
}

/** How many different bodies there are. */
const countBodies = (answers: readonly { body: unknown }[]): number =>
  new Set(answers.map(({ body }) => JSON.stringify(body))).size

/** Each status once, the lowest first. */
const listStatuses = (answers: readonly { status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted()

const listEvents = ({ db, artistId }: Actors) =>
  db.selectFrom('audit_events').select('action').where('artist_id', '=', artistId).orderBy('seq').execute()

/** Runs `work` `count` times, `concurrency` of them at a time; the results are in the order in which they ended. */
async function runConcurrently<T>(count: number, concurrency: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const indexes = Array.from({ length: count }, (_, at) => at).values()
  const results: T[] = []
  const take = async () => {
    for (const at of indexes) results.push(await work(at))
  }
  await Promise.all(Array.from({ length: concurrency }, take))
  return results
}

const environment = await openEnvironment(t)
const actors = await openServices(environment, 2, patient)

t.test('200 offers on one ordinal at two services are one question', (t) => raceOffers(t, environment, actors, 200))

t.test('64 writers at two services make one chain of versions', (t) => raceRevises(t, environment, actors, 10_000))

t.test('finishes at two services beside offers and answers are one finish', (t) =>
  raceFinishes(t, environment, actors, 1_000),
)
