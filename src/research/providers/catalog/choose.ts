import type { ProviderSettings } from '#src/config/providers.ts'
import { createSampleReleases } from '../fixtures/releases.ts'
import type { Catalog } from './index.ts'
import { createMusicbrainzCatalog } from './musicbrainz.ts'

/** MusicBrainz where the operator has set a contact. */
export function chooseCatalog(settings: ProviderSettings['catalog'], environment: string): Catalog | undefined {
  const { musicbrainzContact: contact, musicbrainzUrl: url } = settings
  if (contact !== undefined) return createMusicbrainzCatalog({ contact, url })
  return environment === 'development' ? createSampleReleases : undefined
}
