import { area } from '#plugins/handler.ts'
import { readQuestionResearch } from './readQuestionResearch.ts'
import { requestQuestionResearch } from './requestQuestionResearch.ts'

export default area('questions', { requestQuestionResearch, readQuestionResearch })
