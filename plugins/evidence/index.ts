import { area } from '#src/contract/area.ts'
import { readResearchEvidence } from './readResearchEvidence.ts'

export default area('evidence', { readResearchEvidence })
