import { defineArea } from '#plugins/handler.ts'
import { listArtistSources } from './listArtistSources.ts'
import { readArtistBrief } from './readArtistBrief.ts'
import { readArtistSource } from './readArtistSource.ts'
import { recoverSourceText } from './recoverSourceText.ts'
import { searchArtistEvidence } from './searchArtistEvidence.ts'

export default defineArea('knowledge', {
  readArtistBrief,
  listArtistSources,
  readArtistSource,
  searchArtistEvidence,
  recoverSourceText,
})
