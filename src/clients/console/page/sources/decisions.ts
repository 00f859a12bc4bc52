import type { Schemas } from '../../../typescript/index.ts'

/** What can be decided about something that was found. */
export type Decision = Exclude<Schemas['DiscoveryDecision'], 'reopen'>
export type Candidate = Schemas['DiscoveryCandidate']

export const decisions: Record<Decision, { label: string; key: string; explain: string }> = {
  approve: { label: 'It is right', key: 'a', explain: 'it may be asked about and quoted' },
  decline: { label: 'Leave it out', key: 'd', explain: 'it is about you, but you do not want it used' },
  wrong_artist: { label: 'Not me', key: 'w', explain: 'it is about somebody else' },
  incorrect: { label: 'It is wrong', key: 'i', explain: 'what it says is not true' },
}

/** What was decided about a candidate. */
export const curations: Record<Schemas['DiscoveryCuration'], string> = {
  pending: 'Not decided',
  approved: 'Right',
  declined: 'Left out',
  wrong_artist: 'Not me',
  incorrect: 'Wrong',
}

export const decisionByKey = new Map(
  Object.entries(decisions).map(([decision, { key }]) => [key, decision as Decision]),
)

export const nameCandidate = ({ title, url }: Candidate): string => (title?.trim() ? title : url)
