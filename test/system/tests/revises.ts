import { verifyRecords } from '#src/admin/verify/verify.ts'
import { answerFirstQuestion, createResponsesClient } from '../../responses/answers.ts'
import type { TestEnvironment } from '../environment.ts'
import type { SystemTest } from '../result.ts'
import { type Actors, openServices, patient } from '../service.ts'

const writers = 64

/**
 * Writers at two services revise one answer, each on the revision it read last. Every success is one version of one
 * chain and one audit event, every other attempt is 409 revision_changed, and no success is lost.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const attempts = short ? 1_000 : 10_000
  const actors = await openServices(environment, 2, patient)
  const { question } = await answerFirstQuestion(actors, 'The first wording.')
  const eventsBefore = await countEvents(environment)
  const { saved, refused } = await writeAll(actors, question, attempts)
  const late = refused.filter((status) => status === 409).length
  environment.log(
    `${writers} writers: ${saved.length} revises were saved, ${late} came late, ${refused.length - late} failed`,
  )

  const versions = await environment.db.selectFrom('response_versions').select('answer').orderBy('number').execute()
  const storedAnswers = new Set(versions.map(({ answer }) => answer))
  const lost = saved.filter((answer) => !storedAnswers.has(answer)).length
  const events = (await countEvents(environment)) - eventsBefore
  const { finding } = await verifyRecords(environment.db, actors.artistId)
  if (finding !== undefined) environment.log(JSON.stringify(finding))
  const isOne = finding === undefined && versions.length === saved.length + 1 && events === saved.length
  return {
    passed: isOne && lost === 0 && refused.length === late && saved.length + late === attempts && late > 0,
    summary: `${attempts} revises: ${saved.length} successes, ${versions.length - 1} versions after the first in ${finding === undefined ? 'one chain' : 'a broken chain'}, ${events} audit events, ${lost} lost updates`,
  }
}

async function writeAll(actors: Actors, question: { id: string; revision: string }, attempts: number) {
  const { revise, read } = createResponsesClient(actors)
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
  await Promise.all(Array.from({ length: writers }, write))
  return { saved, refused }
}

const countEvents = async ({ db }: TestEnvironment) =>
  (await db.selectFrom('audit_events').select('seq').execute()).length
