import { useState } from 'preact/hooks'
import type { PreparedQuestion } from '../../../typescript/index.ts'
import { isProblemError, type Schemas, useArtist, useLoad } from '../api/index.ts'

/** Asks a question under the memory that is shown; when that has changed, it is read again and nothing is sent. */
export function useOffer(session: Schemas['Session'], ordinal: number, onAsked: () => Promise<void>) {
  const { api } = useArtist()
  const memory = useLoad(() => api.readMemory(session.sitting), [session.sitting, ordinal])
  const [isChanged, setChanged] = useState(false)

  /** Whether it was asked. */
  async function offer(question: PreparedQuestion): Promise<boolean> {
    let isStale = false
    function prepare({ snapshotId }: { snapshotId: string }) {
      isStale = snapshotId !== memory.data?.snapshotId
      if (isStale) throw new Error('What a question respects has changed')
      return question
    }
    try {
      await api.offer({ session, ordinal, prepare })
    } catch (error) {
      if (!isStale && !isProblemError(error, 'state_changed')) throw error
    }
    setChanged(isStale)
    await (isStale ? memory.reload() : onAsked())
    return !isStale
  }
  return { offer, memory, isChanged }
}

export type Offer = ReturnType<typeof useOffer>
