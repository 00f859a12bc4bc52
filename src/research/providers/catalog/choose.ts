import type { ProviderSettings } from '#src/config/providers.ts'
import { sampleReleases } from '../fixtures/releases.ts'
import type { Catalog } from './index.ts'
import { musicbrainz } from './musicbrainz.ts'

/** MusicBrainz where the operator has set a contact. */
export function chooseCatalog(settings: ProviderSettings['catalog'], environment: string): Catalog | undefined {
  const { musicbrainzContact: contact, musicbrainzUrl: url } = settings
  if (contact !== undefined) return musicbrainz({ contact, url })
  return environment === 'development' ? sampleReleases : undefined
}
