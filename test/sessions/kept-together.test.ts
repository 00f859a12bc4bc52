import t, { type Test } from 'tap'
import type { SlowQuery } from '#src/database/slow-query.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { responsesOf } from '../responses/answers.ts'
import { type Answer, addArtist, addSource, addUser, cite, type Loose, newWorld } from '../support/world.ts'
import { another } from './follow-up.ts'
import { addLegacyOffer, interviewOf, passage } from './interview.ts'
import { checkedTrail } from './trail.ts'

/*
 * What is done for several artists at the same time is kept by one statement. Nobody may be able to tell.
 */

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/**
 * Artists with evidence, and an administrator who does the same for each of them at once, by a service that tells of
 * its statements.
 */
async function artists(t: Test, count: number) {
  const world = await newWorld(t)
  const told: SlowQuery[] = []
  const service = await another(t, world, { ms: 0, tell: (query) => void told.push(query) })
  const each = await Promise.all(
    upTo(count).map(async (at) => {
      const artistId = await addArtist(world.db, `Artist ${at}`)
      const source = await addSource(world.db, artistId, passage)
      const responses = responsesOf({ ...service, artistId }, 'admin')
      return {
        at,
        artistId,
        about: cite(source, 'we kept the first take'),
        responses,
        ...interviewOf(service, 'admin', artistId),
      }
    }),
  )
  type One = (typeof each)[number]
  const all = async (work: (one: One, at: number) => Promise<Answer>): Promise<Loose[]> => {
    const answers = await Promise.all(each.map(work))
    for (const { status, body } of answers) t.equal(status, 200, body.error)
    return answers.map(({ body }) => body)
  }
  const together = () => told.filter(({ sql }) => sql.includes('"unmoved"') && sql.includes('unnest'))
  return { world, service, each, all, together }
}

t.test(
  'whatever changes a sitting is kept for several artists at once, and each has what he would have alone',
  async (t) => {
    const { world, each, all, together } = await artists(t, 12)
    const offered = async (sessions: Loose[], ordinal: number, cited: (at: number) => HashedReference) =>
      (
        await all(async (one, at) =>
          one.sendOffer(sessions[at], await one.prepared(sessions[at], ordinal, [cited(at)])),
        )
      ).map(({ question }) => question)
    const about = (at: number) => each[at]?.about as HashedReference
    const started = async () => (await all((one) => one.start())).map(({ session }) => session)
    const closed = async (sessions: Loose[]) =>
      (await all((one, at) => one.finish(sessions[at]))).map(({ session }) => session)

    const first = await started()
    const asked = await offered(first, 1, about)
    const answered = await all((one, at) => one.answer(asked[at], `It rang ${at} times, “{${at}}”.`))
    const again = await offered(first, 2, (at) => {
      const { id: entryId, revision } = answered[at].question
      return { kind: 'answer', entryId, revision, start: 0, end: 8, quote: 'It rang ' }
    })
    const skipped = await all((one, at) => one.answer(again[at], null))
    await offered(first, 3, about)
    const finished = await closed(first)
    for (const [at, { state, questions }] of finished.entries()) {
      t.match(
        { state, questions },
        {
          state: 'finished',
          questions: [
            { id: asked[at].id, state: 'answered', answer: `It rang ${at} times, “{${at}}”.`, references: [about(at)] },
            { id: again[at].id, state: 'skipped', revision: skipped[at].question.revision },
            { state: 'skipped', ordinal: 3 },
          ],
        },
      )
    }
    const revised = await all((one, at) => {
      const { id, revision } = answered[at].question
      return one.responses.revise(id, {
        expectedRevision: revision,
        answer: `No, ${at + 1} times.`,
        note: `note ${at}`,
      })
    })
    for (const [at, { response, isCurrent }] of revised.entries()) {
      t.match({ ...response, isCurrent }, { id: asked[at].id, answer: `No, ${at + 1} times.`, isCurrent: true })
    }
    const unanswered = await started()
    await offered(unanswered, 1, about)
    await closed(unanswered)
    await closed(await started())
    const whole = await started()
    const last = await offered(whole, 1, about)
    await all((one, at) => one.answer(last[at], 'Yes.'))
    await closed(whole)
    const legacy = await Promise.all(
      each.map(async ({ artistId }) => {
        const id = await addLegacyOffer({ db: world.db, artistId }, 'Where was it?', '2020-01-01T00:00:00Z')
        return await world.db
          .selectFrom('interview_entries')
          .select(['id', 'revision'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      }),
    )
    await all((one, at) => one.answer(legacy[at] as { id: string; revision: string }, `In mill ${at}.`))

    t.same(
      together().filter(({ failed }) => failed !== undefined),
      [],
      'nothing of it was refused',
    )
    t.equal(new Set(together().map(({ sql }) => sql)).size, 11, 'each wording has kept several')
    const actions = new Set<string>()
    for (const [at, { artistId, responses }] of each.entries()) {
      const { versions } = (await responses.versions(asked[at].id)).body
      t.match(versions, [
        { response: { answer: `No, ${at + 1} times.` }, note: `note ${at}`, isCurrent: true },
        { response: { answer: `It rang ${at} times, “{${at}}”.` }, note: null, isCurrent: false },
      ])
      const jobs = await world.db
        .selectFrom('artist_research_jobs')
        .select(['kind', 'requests'])
        .where('artist_id', '=', artistId)
        .execute()
      t.same(jobs, [{ kind: 'lore_refresh', requests: 4 }])
      const events = await checkedTrail(t, { ...world, artistId })
      t.equal(events.length, 18)
      actions.add(events.map(({ action }) => action).join())
    }
    t.equal(actions.size, 1, 'the trails tell the same')
  },
)

t.test(
  'of several, one is held, one was moved by others and one is no claimant any more: the rest is kept',
  async (t) => {
    const { world, service, each, all, together } = await artists(t, 12)
    const [held, moved, lost] = [3, 7, 11]
    const artistOf = (at: number) => each[at]?.artistId ?? ''
    await addUser(world.db, 'guest', { claims: artistOf(lost) })
    const guest = interviewOf(service, 'guest', artistOf(lost))
    const by = (one: (typeof each)[number], at: number) => (at === lost ? guest : one)
    const sessions = (await all((one, at) => by(one, at).start())).map(({ session }) => session)
    const asked = await all(async (one, at) =>
      by(one, at).sendOffer(sessions[at], await one.prepared(sessions[at], 1, [one.about])),
    )
    const answer = (one: (typeof each)[number], at: number) =>
      by(one, at).answer(asked[at].question, `It rang ${at} times.`)

    // By a process of its own, so this one does not know of it.
    const elsewhere = interviewOf(await another(t, world), 'admin', artistOf(moved))
    t.equal((await elsewhere.answer(asked[moved].question, 'It rang elsewhere.')).status, 200)
    await world.db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artistOf(lost)).execute()
    const statements = together().length
    const { answers, freed } = await world.db.transaction().execute(async (holder) => {
      await holder.selectFrom('artists').select('id').where('id', '=', artistOf(held)).forUpdate().execute()
      const answers = each.map(answer)
      const freed = answers[held]
      await Promise.all(answers.filter((_, at) => at !== held))
      return { answers, freed }
    })
    t.equal((await freed)?.status, 200, 'who was held is kept once he is not')
    const told = await Promise.all(answers)
    t.same(
      told.map(({ status, body }) => (status === 200 ? body.question.answer : body.code)),
      upTo(12).map((at) =>
        at === moved ? 'revision_changed' : at === lost ? 'not_your_artist' : `It rang ${at} times.`,
      ),
    )
    t.ok(together().length > statements)
    t.same(
      await world.db.selectFrom('interview_entries').select('answer').where('artist_id', '=', artistOf(lost)).execute(),
      [{ answer: null }],
    )
    for (const { artistId } of each) await checkedTrail(t, { ...world, artistId })
  },
)
