import { area } from '#plugins/handler.ts'
import { readResearchEvidence } from './readResearchEvidence.ts'
import { relocateReference } from './relocateReference.ts'

export default area('evidence', { readResearchEvidence, relocateReference })
