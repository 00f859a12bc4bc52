import { useState } from 'preact/hooks'
import { isProblemError, type PreparedQuestion, type Reference } from '../../../typescript/index.ts'
import { isConflict, type Schemas, useArtist, useLoad, useSave } from '../api/index.ts'
import { Button, Dialog } from '../parts/index.ts'
import { WordDiff } from '../text/WordDiff.tsx'

/** The memory that was shown is not the current one. */
class MemoryMovedError extends Error {
  override readonly name = 'MemoryMovedError'
}

type Moved = { stale: Reference; now: Reference; settle: (isAccepted: boolean) => void }

/**
 * Asks a question under the memory that is shown. When the memory has changed the question is not sent: it is read
 * again and shown. Passages that moved are cited in their new place; other words are put to the user first.
 */
export function useOffer(session: Schemas['Session'], ordinal: number, onAsked: () => Promise<void>) {
  const { api } = useArtist()
  const memory = useLoad(() => api.readMemory(session.sitting), [session.sitting, ordinal])
  const { saving, run, isBusy } = useSave()
  const [isChanged, setChanged] = useState(false)
  const [moved, setMoved] = useState<Moved>()
  const shownId = memory.data?.snapshotId

  async function offer(question: PreparedQuestion): Promise<boolean> {
    setChanged(false)
    let hasMoved = false
    const failure = await run(async () => {
      await api
        .offer({
          session,
          ordinal,
          prepare: ({ snapshotId }) => {
            if (snapshotId !== shownId) throw new MemoryMovedError('What a question respects has changed')
            return question
          },
          acceptReworded: async (stale, { reference: now }) => {
            const isAccepted = await new Promise<boolean>((settle) => setMoved({ stale, now, settle }))
            setMoved(undefined)
            return isAccepted
          },
        })
        .catch((error) => {
          hasMoved = error instanceof MemoryMovedError || isProblemError(error, 'memory_changed')
          if (!hasMoved) throw error
        })
    }, '')
    if (hasMoved) {
      await memory.reload()
      setChanged(true)
      return false
    }
    if (failure !== undefined && failure.code !== 'state_changed') return false
    if (failure === undefined || isConflict(failure)) await onAsked()
    return failure === undefined
  }
  const dialog = moved && (
    <Dialog title="The passage has changed" onClose={() => moved.settle(false)}>
      <p>The text now reads otherwise where your question cites it.</p>
      <WordDiff before={moved.stale.quote} after={moved.now.quote} label="The passage, before and now" />
      <div class="row">
        <Button label="Ask about the new words" kind="primary" onClick={() => moved.settle(true)} />
        <Button label="Do not ask" onClick={() => moved.settle(false)} />
      </div>
    </Dialog>
  )
  return { offer, memory, isChanged, dialog, saving, isBusy }
}

export type Offer = ReturnType<typeof useOffer>
