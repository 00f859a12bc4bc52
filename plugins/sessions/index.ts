import { defineArea } from '#plugins/handler.ts'
import { finishInterviewSitting } from './finishInterviewSitting.ts'
import { offerInterviewQuestion } from './offerInterviewQuestion.ts'
import { restoreInterview } from './restoreInterview.ts'
import { saveInterviewAnswer } from './saveInterviewAnswer.ts'
import { startInterviewSitting } from './startInterviewSitting.ts'

/** Interview sittings (interface, sections 3 and 4; operations, section 3). */
export default defineArea('sessions', {
  restoreInterview,
  startInterviewSitting,
  offerInterviewQuestion,
  saveInterviewAnswer,
  finishInterviewSitting,
})
