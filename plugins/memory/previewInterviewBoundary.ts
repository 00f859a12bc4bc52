import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { listAnswers, listEligibleSources, toLoreSource } from '#src/research/lore/material.ts'
import { previewBoundary } from '#src/research/lore/preview.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { findForPreview } from './boundary-queries.ts'
import { generalQuestion } from './rules.ts'

/** Sentences and answers of a preview that are listed. */
const listedMax = 20

/** What a boundary would keep out of the Lore, before it is saved. Compares in time slices, and changes nothing. */
export const previewInterviewBoundary: Handler<'previewInterviewBoundary'> = async ({ path, body, caller }, { db }) => {
  const artistId = path.id
  const { questionKey } = body
  const { artistName, question: asked, lore } = await findForPreview(db, { caller, artistId, questionKey })
  const question = asked ?? (questionKey === generalQuestion.question_key ? generalQuestion.question : null)
  if (question === null) throw new Problem('not_found')
  const answers = await listAnswers(db, artistId)
  const sources = (await listEligibleSources(db, artistId)).map(toLoreSource)
  const input = { artistName: artistName ?? '', boundary: { ...body, question }, answers, sources, lore }
  const reach = await runInTimeSlices(previewBoundary(input))
  return {
    status: 200,
    body: {
      status: 'ok',
      loreRevision: lore?.revision ?? null,
      sentenceCount: reach.sentences.length,
      sentences: reach.sentences.slice(0, listedMax),
      answerCount: reach.answers.length,
      answers: reach.answers.slice(0, listedMax),
    },
  }
}
