import { area } from '#src/contract/area.ts'
import { readQuestionResearch } from './readQuestionResearch.ts'
import { requestQuestionResearch } from './requestQuestionResearch.ts'

export default area('questions', { requestQuestionResearch, readQuestionResearch })
