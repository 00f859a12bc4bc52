import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { type Candidate, type Decision, decisions, nameCandidate } from './decisions.ts'

/** The candidates that wait, deciding about each, and taking the newest decision back. */
export function useReview(artistId: string) {
  const load = useLoad(async () => {
    const pages = await readAllPages((cursor) =>
      call('listDiscoveries', { path: { id: artistId }, query: cursor === undefined ? {} : { cursor } }),
    )
    return pages.flatMap(({ candidates }) => candidates)
  }, [artistId])
  const { saving, run, isBusy } = useSave()
  /** The candidate that `saving` is about. */
  const [savingId, setSavingId] = useState<string>()
  const [message, setMessage] = useState('')
  const [decided, setDecided] = useState<Candidate>()
  const review = (candidate: Candidate, decision: Schemas['DiscoveryDecision']) =>
    call('reviewDiscovery', {
      path: { id: artistId, candidateId: candidate.id },
      body: { revision: candidate.revision, decision },
    })

  async function settle(words: string, last?: Candidate) {
    setMessage(words)
    setDecided(last)
    await load.reload()
  }
  /** Whether the list was read again: then the candidate may have left it. */
  async function decide(candidate: Candidate, decision: Decision): Promise<boolean> {
    setSavingId(candidate.id)
    const name = nameCandidate(candidate)
    const refusal = await run(async () => {
      const { candidate: saved } = await review(candidate, decision)
      await settle(`${decisions[decision].done}: ${name}`, saved)
    }, '')
    if (refusal === undefined) return true
    if (refusal.code === 'revision_changed')
      await settle(`“${name}” has changed since it was shown. Nothing was decided; read it again`)
    else if (refusal.code === 'state_changed')
      await settle(`“${name}” was already decided by another reviewer; nothing was changed`)
    else return false
    return true
  }
  /** Takes a decision back; the newest when none is named. */
  async function undo(candidate: Candidate | undefined = decided): Promise<boolean> {
    if (candidate === undefined) return false
    setSavingId(undefined)
    const refusal = await run(async () => {
      await review(candidate, 'reopen')
      await settle(`Waits again: ${nameCandidate(candidate)}`)
    }, '')
    return refusal === undefined
  }
  const getSaving = (id: string | undefined) => (savingId === id ? saving : ({ step: 'idle' } as const))
  return { load, message, decided, decide, undo, isBusy, getSaving }
}
