import { defineArea } from '#plugins/handler.ts'
import { advanceResearch } from './advanceResearch.ts'
import { readResearchStatus } from './readResearchStatus.ts'
import { refreshArtistResearch } from './refreshArtistResearch.ts'
import { runResearchScheduler } from './runResearchScheduler.ts'

export default defineArea('research', {
  advanceResearch,
  runResearchScheduler,
  refreshArtistResearch,
  readResearchStatus,
})
