import { defineArea } from '#plugins/handler.ts'
import { listInterviewResponses } from './listInterviewResponses.ts'
import { listInterviewResponseVersions } from './listInterviewResponseVersions.ts'
import { readInterviewResponse } from './readInterviewResponse.ts'
import { reviseInterviewResponse } from './reviseInterviewResponse.ts'

export default defineArea('responses', {
  listInterviewResponses,
  readInterviewResponse,
  reviseInterviewResponse,
  listInterviewResponseVersions,
})
