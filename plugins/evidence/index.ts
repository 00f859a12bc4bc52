export { readResearchEvidence } from './readResearchEvidence.ts'
export { relocateReference } from './relocateReference.ts'
