import { invalid, Problem } from '#src/contract/problems/problem.ts'
import type { InterviewAnswerTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { answeredStep, skippedStep } from '#src/records/interview/chain.ts'
import { type Entry, goOnAsking, listAsked, saveStep } from '../interview.ts'
import { openStep } from '../opening.ts'
import { keepOrder } from '../rules.ts'
import { change, type Moment, type Scene } from '../scene.ts'

/**
 * Saves the exact answer to a question that was asked, or its skip. What is saved already is a success at any step; another wording is
 * none, since an answer is edited where its versions are kept (interface, section 4.3).
 */
export async function* answerQuestion(turn: InterviewAnswerTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  await change(scene, async (moment) => {
    const asked = await listAsked(moment.trx, moment.artistId)
    const entry = asked.find(({ question_key }) => question_key === turn.questionKey)
    if (entry !== undefined && isSaved(entry, turn)) return
    keepOrder(turn.type, scene.steps)
    if (entry === undefined) throw new Problem('not_found', { message: 'This question was not asked' })
    if (entry.state !== 'offered') throw new Problem('state_changed', { message: answeredBefore })
    await save(moment, entry, turn.answer)
    await goOnAsking(moment)
  })
  yield* openStep(scene)
}

const answeredBefore = 'This question is answered already. You can change the answer among your saved responses.'

function isSaved({ question, state, answer }: Entry, turn: InterviewAnswerTurn): boolean {
  if (turn.question !== undefined && turn.question !== question) throw invalid('question', 'is not what was asked')
  return turn.answer === null ? state === 'skipped' : answer === turn.answer
}

async function save({ trx, tell }: Moment, entry: Entry, answer: string | null): Promise<void> {
  const step = answer === null ? skippedStep(entry) : answeredStep(entry, answer)
  const event = tell({
    action: answer === null ? 'question.skipped' : 'answer.saved',
    subject: `entry:${entry.id}`,
    revision: step.revision,
    details: { sessionId: null, ordinal: null },
  })
  await saveStep(trx, entry, step, event)
}
