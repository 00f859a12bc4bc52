import { answerFirstQuestion, createResponsesClient } from '../../../responses/answers.ts'
import { runConcurrently } from '../../crash-points.ts'
import type { TestEnvironment } from '../../environment.ts'
import { type Actors, createOwnedArtist, importText } from '../../service.ts'
import { everySecond, withBreakage } from './breakages.ts'

const writers = 16

/** The outcome of revises by many writers of one answer while its job cannot be queued every second time. */
export async function reviseConcurrently(environment: TestEnvironment, actors: Actors, attempts: number) {
  const artistId = await createOwnedArtist(environment)
  const own = { ...actors, artistId, addSource: (text: string) => importText(environment, artistId, text) }
  const { question } = await answerFirstQuestion(own)
  const { revise, read, versions } = createResponsesClient(own)
  let expectedRevision = question.revision
  const saved: string[] = []
  const statuses = await withBreakage(environment.db, everySecond, () =>
    runConcurrently(attempts, writers, async (at) => {
      const answer = `Wording ${at}.`
      const { status, body } = await revise(question.id, { expectedRevision, answer })
      if (status === 200) saved.push(answer)
      expectedRevision = status === 200 ? body.response.revision : (await read(question.id)).body.response.revision
      return status
    }),
  )
  const stored = await environment.db
    .selectFrom('response_versions')
    .select('answer')
    .where('artist_id', '=', artistId)
    .where('number', '>', 1)
    .execute()
  const events = await environment.db
    .selectFrom('audit_events')
    .select('seq')
    .where('artist_id', '=', artistId)
    .where('action', '=', 'answer.revised')
    .execute()
  const jobs = await environment.db
    .selectFrom('artist_research_jobs')
    .select('requests')
    .where('artist_id', '=', artistId)
    .execute()
  const [newest] = (await versions(question.id)).body.versions
  const count = (status: number) => statuses.filter((one) => one === status).length
  return {
    saved: saved.length,
    failed: count(503),
    late: count(409),
    versions: stored.length,
    events: events.length,
    requests: jobs.reduce((sum, { requests }) => sum + requests, 0),
    lost: saved.filter((answer) => !stored.some((version) => version.answer === answer)).length,
    isCurrentSaved: saved.includes(newest.response.answer),
  }
}
