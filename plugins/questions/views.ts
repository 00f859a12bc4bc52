import type { QuestionResearch, QuestionResearchStage } from '#src/contract/types.gen.ts'
import type { EvidenceCaller } from '#src/evidence/references/authorized-reader.ts'
import { viewEvidencePassage } from '#src/evidence/references/passage.ts'
import type { Omission } from '#src/research/questions/checkpoint.ts'
import type { FoundPassageRow, QuestionRow } from './queries.ts'

/** References that one response shows at most. */
const referencesMax = 6

/**
 * The research as this caller may see it: the best passages that are still valid. The key sees approved material alone
 * (interface, section 5); what was withdrawn is not shown.
 */
export function viewQuestionResearch(
  question: QuestionRow,
  passages: readonly FoundPassageRow[],
  caller: EvidenceCaller['kind'],
): QuestionResearch {
  const { findings } = question
  const isApprovedOnly = caller === 'research_key'
  const valid = passages.filter(({ status }) => status === 'approved' || status === 'pending')
  const visible = valid.filter(({ status }) => status === 'approved' || !isApprovedOnly)
  const references = visible.slice(0, referencesMax)
  const stage = viewStage(question, references.length)
  const isRetried = question.error_category !== null && question.ended_seconds_ago === null
  return {
    status: 'ok',
    jobId: question.id,
    stage,
    message: isRetried ? 'A step failed; it will be tried again.' : stageMessages[stage](references.length),
    updatedAt: question.moved_at.toISOString(),
    references: references.map((row) => viewEvidencePassage(row, row.revision, row)),
    limitations: [
      ...listOmissions(findings.omissions),
      ...listOmissions({ changed: findings.windows.length - valid.length }),
      ...(isApprovedOnly ? ['Only approved evidence is shown.'] : []),
    ],
    provider: findings.provider,
  }
}

/** A finished research without a passage that this caller may see is unresolved. */
function viewStage({ state, stage }: QuestionRow, references: number): QuestionResearchStage {
  switch (state) {
    case 'done':
      return references > 0 ? 'complete' : 'unresolved'
    case 'failed':
    case 'cancelled':
      return state
    default:
      return stage ?? 'checking_saved'
  }
}

const stageMessages: Record<QuestionResearchStage, (references: number) => string> = {
  checking_saved: () => 'Looking through what is already known.',
  searching: () => 'Searching the web.',
  reading: () => 'Reading what was found.',
  transcribing: () => 'Waiting for what is said in the posts.',
  waiting_provider: () => 'Waiting for an outside system.',
  complete: (references) => (references === 1 ? 'Found one passage.' : `Found ${references} passages.`),
  unresolved: () => 'Nothing was found that answers this.',
  failed: () => 'The research failed and was given up.',
  cancelled: () => 'The research was cancelled.',
}

/** Only the read knows how many passages have changed since they were found. */
type Limitation = Omission | 'changed'

/** All limitations that a response may name: fixed sentences with numbers, and no external text. */
function listOmissions(omissions: { [L in Limitation]?: number }): string[] {
  const counts = Object.entries(omissions) as [Limitation, number][]
  return counts.filter(([, n]) => n > 0).map(([limitation, n]) => sentences[limitation](n))
}

const formatSentence = (n: number, one: string, many: string, rest: string) =>
  `${n === 1 ? `One ${one}` : `${n} ${many}`} ${rest}`

const sentences: Record<Limitation, (n: number) => string> = {
  changed: (n) =>
    formatSentence(n, 'passage that was found does', 'passages that were found do', 'not exist any more.'),
  undated: (n) => formatSentence(n, 'source was', 'sources were', 'left out: the day of publication is not known.'),
  textless: (n) => formatSentence(n, 'source has', 'sources have', 'no stored text yet.'),
  unprepared: (n) => formatSentence(n, 'text is', 'texts are', 'still being prepared for search.'),
  blocked: (n) => formatSentence(n, 'page', 'pages', 'refused to be read.'),
  unreachable: (n) => formatSentence(n, 'page', 'pages', 'could not be reached.'),
  unreadable: (n) => formatSentence(n, 'page has', 'pages have', 'no text that can be read.'),
  tooLarge: (n) => formatSentence(n, 'page is', 'pages are', 'too large to be read.'),
  cut: (n) => formatSentence(n, 'page is', 'pages are', 'longer than what is stored.'),
  unrelated: (n) => formatSentence(n, 'page does', 'pages do', 'not name the artist.'),
  reviewsFull: (n) => formatSentence(n, 'page was', 'pages were', 'not kept: too many wait for a review already.'),
  noSearch: () => 'No web search is set up here.',
  searchPaused: () => 'The web search asked for a longer pause than this research lasts.',
  searchRefused: () => 'The web search refused the request.',
  spent: () => 'What may be spent on this artist today has been spent.',
  noCollection: () => 'No collection of posts is set up here.',
  collectionFailed: () => 'Newer posts could not be collected.',
  transcriptsFailed: () => 'What is said in some posts could not be written down.',
  late: () => 'Something outside took longer than this research lasts.',
  storedOnly: () => 'Nothing is collected from this platform: only what is stored was searched.',
}
