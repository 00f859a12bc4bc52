import { area } from '#plugins/handler.ts'
import { listInterviewResponses } from './listInterviewResponses.ts'
import { listInterviewResponseVersions } from './listInterviewResponseVersions.ts'
import { readInterviewResponse } from './readInterviewResponse.ts'
import { reviseInterviewResponse } from './reviseInterviewResponse.ts'

export default area('responses', {
  listInterviewResponses,
  readInterviewResponse,
  reviseInterviewResponse,
  listInterviewResponseVersions,
})
