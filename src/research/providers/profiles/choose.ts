import type { ProviderSettings } from '#src/config/providers.ts'
import { createSampleProfiles } from '../fixtures/profiles.ts'
import type { ProfileProvider } from './index.ts'
import { createMusicbrainzProfiles } from './musicbrainz.ts'

/** MusicBrainz where the operator has set a contact, as for releases. */
export function chooseProfiles(
  { musicbrainzContact: contact, musicbrainzUrl: url }: ProviderSettings['catalog'],
  environment: string,
): ProfileProvider | undefined {
  if (contact !== undefined) return createMusicbrainzProfiles({ contact, url })
  return environment === 'development' ? createSampleProfiles : undefined
}
