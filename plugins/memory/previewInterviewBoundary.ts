import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { BoundedAnswer } from '#src/contract/types.gen.ts'
import { findTouched } from '#src/records/lore/edit.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'
import { findBoundedQuestion } from '#src/records/memory/exclusions/boundaries.ts'
import { buildRules, findExcluded, findReason, type Rules } from '#src/records/memory/exclusions/find-excluded.ts'
import type { LoreAnswer } from '#src/research/lore/evidence.ts'
import { listAnswers } from '#src/research/lore/material.ts'
import { findSentences } from '#src/text/sentences.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { generalQuestion, selectQuestion } from './boundaries.ts'

/** Sentences and answers of a preview that are listed. */
const listedMax = 20

/** What a boundary would keep out of the Lore, before it is saved. Compares in time slices, and changes nothing. */
export const previewInterviewBoundary: Handler<'previewInterviewBoundary'> = async ({ path, body, caller }, { db }) => {
  const artistId = path.id
  const { questionKey } = body
  const read = await readAuthorized(db, { caller, artistId }, [
    sql<string>`a.name`.as('artistName'),
    selectQuestion(db, artistId, questionKey).select('question').as('asked'),
    jsonObjectFrom(selectPublishedLore(db, artistId).select(['text', 'citations', 'revision'])).as('lore'),
  ])
  const { artistName, asked, lore } = read
  const question = asked ?? (questionKey === generalQuestion.question_key ? generalQuestion.question : null)
  if (question === null) throw new Problem('not_found')
  const rules = await runInTimeSlices(buildRules(artistName ?? '', [{ id: '', question, ...body }], []))
  const answers = await runInTimeSlices(listBoundedAnswers(await listAnswers(db, artistId), rules))
  const touched = lore === null ? [] : await runInTimeSlices(findTouched(lore, rules))
  const sentences = touched.map(({ start, end }) => ({ start, end, text: lore?.text.slice(start, end) ?? '' }))
  return {
    status: 200,
    body: {
      status: 'ok',
      loreRevision: lore?.revision ?? null,
      sentenceCount: sentences.length,
      sentences: sentences.slice(0, listedMax),
      answerCount: answers.length,
      answers: answers.slice(0, listedMax),
    },
  }
}

/**
 * The answers of which these rules keep out sentences, or all where the question is bounded or speaks of a bounded
 * subject. Yields between answers.
 */
function* listBoundedAnswers(answers: readonly LoreAnswer[], rules: Rules): TimeSliced<BoundedAnswer[]> {
  const bounded: BoundedAnswer[] = []
  for (const { entryId, questionKey, question, answer } of answers) {
    const isBounded = findBoundedQuestion({ questionKey, question }, rules.boundaries) !== undefined
    const isWhole = isBounded || (yield* findReason(question, rules)) !== undefined
    const { length } = isWhole ? findSentences(answer) : yield* findExcluded(answer, rules)
    if (length > 0) bounded.push({ entryId, questionKey, question, sentenceCount: length, isWhole })
    yield
  }
  return bounded
}
