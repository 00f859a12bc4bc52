import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import type { ReviseInput } from '#src/contract/types.gen.ts'
import type { AnsweredQuestion, Version } from './queries.ts'

/** The strong entity tag of a revision. */
export const formatEtag = (revision: string): string => `"${revision}"`

/** The current version of an answer. */
export const toCurrentVersion = ({ revision, answer, answer_updated_at }: AnsweredQuestion): Version => ({
  revision,
  answer,
  saved_at: answer_updated_at,
})

/** Whether the answer is the saved one; the note is not compared, and is not stored then (operations, section 4). */
export const isSavedAnswer = (saved: { answer: string }, { answer }: ReviseInput): boolean => saved.answer === answer

/** The note to store with a version; an empty one is none (operations, section 4). */
export const normalizeNote = ({ note }: ReviseInput): string | null => note || null

/**
 * Why a new version is refused; called once the answer is known to differ from the saved one. `ifMatch` is one strong
 * tag: the contract admits neither `*` nor a weak tag nor a list, which would not say which revision the caller has
 * read. It has to name the revision that the body expects (interface, section 4.3; operations, section 4).
 */
export function refusalToRevise(
  current: { revision: string },
  { expectedRevision }: ReviseInput,
  ifMatch: string | undefined,
): ProblemCode | undefined {
  if (ifMatch !== undefined && ifMatch !== formatEtag(expectedRevision)) return 'revision_changed'
  return current.revision === expectedRevision ? undefined : 'revision_changed'
}
