import type { ProviderSettings } from '#src/config/providers.ts'
import { sampleProfiles } from '../fixtures/profiles.ts'
import type { ProfileProvider } from './index.ts'
import { musicbrainzProfiles } from './musicbrainz.ts'

/** MusicBrainz where the operator has set a contact, as for releases. */
export function chooseProfiles(
  { musicbrainzContact: contact, musicbrainzUrl: url }: ProviderSettings['catalog'],
  environment: string,
): ProfileProvider | undefined {
  if (contact !== undefined) return musicbrainzProfiles({ contact, url })
  return environment === 'development' ? sampleProfiles : undefined
}
