import { area } from '#src/contract/area.ts'
import { advanceResearch } from './advanceResearch.ts'
import { runResearchScheduler } from './runResearchScheduler.ts'

export default area('research', { advanceResearch, runResearchScheduler })
