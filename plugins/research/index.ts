export { advanceResearch } from './advanceResearch.ts'
export { readResearchStatus } from './readResearchStatus.ts'
export { refreshArtistResearch } from './refreshArtistResearch.ts'
export { runResearchScheduler } from './runResearchScheduler.ts'
