import type { Schemas } from '../api/shapes.ts'

type Decision = Schemas['DiscoveryDecision']

/** What can be decided about a candidate that waits. */
export const decisions: Record<Exclude<Decision, 'reopen'>, { label: string; done: string; about: string }> = {
  approve: { label: 'Approve', done: 'Approved', about: 'it is right; it may be cited and quoted in the Lore' },
  decline: { label: 'Decline', done: 'Declined', about: 'it is right, but not wanted here' },
  wrong_artist: {
    label: 'Wrong artist',
    done: 'Turned down: another artist',
    about: 'it is about somebody else of that name',
  },
  incorrect: { label: 'Incorrect', done: 'Turned down: incorrect', about: 'it is about the artist, but false' },
}
