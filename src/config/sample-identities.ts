/**
 * The artist of every example in the contract and the users of a developer's machine (scripts/samples).
 */
export const sampleIdentities = {
  artistId: '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11',
  artistName: 'Mara Quill',
  claimant: 'mara',
  administrator: 'editor',
  /** A user whose claim to the artist was never approved. */
  stranger: 'nell',
  otherArtistId: '0198f3a2-7c40-7b1e-8c35-5d2e9f6a4b22',
  otherArtistName: 'Zoë Vântu',
  otherClaimant: 'zoe',
} as const

/** The users that a developer's machine signs in by one click. */
export const sampleUsers = [
  { subject: sampleIdentities.claimant, role: `claimant of ${sampleIdentities.artistName}` },
  { subject: sampleIdentities.administrator, role: 'administrator' },
  { subject: sampleIdentities.stranger, role: 'of no artist' },
  { subject: sampleIdentities.otherClaimant, role: `claimant of ${sampleIdentities.otherArtistName}` },
] as const
