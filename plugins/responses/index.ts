export { listInterviewResponses } from './listInterviewResponses.ts'
export { listInterviewResponseVersions } from './listInterviewResponseVersions.ts'
export { readInterviewResponse } from './readInterviewResponse.ts'
export { reviseInterviewResponse } from './reviseInterviewResponse.ts'
