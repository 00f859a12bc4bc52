import { defineArea } from '#plugins/handler.ts'
import { readQuestionResearch } from './readQuestionResearch.ts'
import { requestQuestionResearch } from './requestQuestionResearch.ts'

export default defineArea('questions', { requestQuestionResearch, readQuestionResearch })
