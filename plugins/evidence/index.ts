import { defineArea } from '#plugins/handler.ts'
import { readResearchEvidence } from './readResearchEvidence.ts'
import { relocateReference } from './relocateReference.ts'

export default defineArea('evidence', { readResearchEvidence, relocateReference })
