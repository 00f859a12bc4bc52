import type { Schemas } from '../api/shapes.ts'

/** What can be decided about a candidate that waits. */
export type Decision = Exclude<Schemas['DiscoveryDecision'], 'reopen'>
export type Candidate = Schemas['DiscoveryCandidate']

type Description = { label: string; key: string; done: string; explain: (artist: string) => string }

export const decisions: Record<Decision, Description> = {
  approve: {
    label: 'Approve',
    key: 'a',
    done: 'Approved',
    explain: (artist) => `it is about ${artist} and right; it may be cited and quoted in the Lore`,
  },
  decline: {
    label: 'Decline',
    key: 'd',
    done: 'Declined',
    explain: (artist) => `it is about ${artist} and right, but not wanted here`,
  },
  wrong_artist: {
    label: 'Wrong artist',
    key: 'w',
    done: 'Turned down: another artist',
    explain: (artist) => `it is not about ${artist}, but about somebody else`,
  },
  incorrect: {
    label: 'Incorrect',
    key: 'i',
    done: 'Turned down: incorrect',
    explain: (artist) => `it is about ${artist}, but false`,
  },
}

const identities: Record<Candidate['identity'], (artist: string) => string> = {
  confirmed: (artist) => `this is about ${artist}`,
  unresolved: (artist) => `this may be about ${artist}`,
  wrong_artist: (artist) => `this is not about ${artist}`,
}
const destinations: Record<Candidate['destination'], (artist: string) => string> = {
  lore: () => 'it may be cited and quoted in the Lore',
  link: (artist) => `it becomes a link on the page of ${artist}`,
}

/** What a reviewer decides about, in a sentence that names the artist. */
export const describeCandidate = ({ identity, destination }: Candidate, artist: string): string =>
  `As far as research can tell, ${identities[identity](artist)}. Once approved, ${destinations[destination](artist)}.`

export const nameCandidate = ({ title, url }: Candidate): string => title ?? url
