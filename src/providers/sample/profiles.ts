import { sample } from '#src/developer-machine.ts'
import type { FoundProfile, ProfileProvider } from '../profiles/index.ts'

/** Pages of the fictional artist, one of them somebody else's. Nobody else has any. */
export const sampleProfiles: ProfileProvider = {
  name: 'sample',
  pace: null,
  find: async ({ artistId }) => ({ found: artistId === sample.artistId ? [...profiles] : [] }),
}

const profiles: readonly FoundProfile[] = [
  { url: 'https://instagram.example/maraquill', displayName: 'Mara Quill' },
  { url: 'https://brack-records.example/artists/mara-quill', displayName: 'Mara Quill' },
  { url: 'https://quill-pens.example/mara', displayName: 'Mara Quill, fine nibs' },
]
