import { useState } from 'preact/hooks'
import type { PreparedQuestion } from '../../../typescript/index.ts'
import { type Schemas, useArtist, useLoad, useSave } from '../api/index.ts'

/**
 * Asks a question under the memory that is shown. When the memory has changed the question is not sent: the memory is
 * read again and shown. Passages that moved are cited in their new place.
 */
export function useOffer(session: Schemas['Session'], ordinal: number, onAsked: () => Promise<void>) {
  const { api } = useArtist()
  const memory = useLoad(() => api.readMemory(session.sitting), [session.sitting, ordinal])
  const { saving, run, isBusy } = useSave()
  const [isChanged, setChanged] = useState(false)

  async function offer(question: PreparedQuestion): Promise<boolean> {
    let isStale = false
    function prepare({ snapshotId }: { snapshotId: string }) {
      isStale = snapshotId !== memory.data?.snapshotId
      if (isStale) throw new Error('What a question respects has changed')
      return question
    }
    const failure = await run(() => api.offer({ session, ordinal, prepare }), '')
    setChanged(isStale)
    if (isStale) await memory.reload()
    else if (failure === undefined || failure.code === 'state_changed') await onAsked()
    return failure === undefined
  }
  return { offer, memory, isChanged, saving, isBusy }
}

export type Offer = ReturnType<typeof useOffer>
