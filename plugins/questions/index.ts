export { readQuestionResearch } from './readQuestionResearch.ts'
export { requestQuestionResearch } from './requestQuestionResearch.ts'
