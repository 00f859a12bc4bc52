import { useState } from 'preact/hooks'
import { client, useArtist, useSave } from '../api/index.ts'
import { Button, SaveStatus } from '../parts/index.ts'
import { WordDiff } from '../text/WordDiff.tsx'

export type Saved = { id: string; answer: string; revision: string }
type Props = { mine: string; saved: Saved; onDone: (words: string) => unknown }

/** The same answer was saved elsewhere in other words: nothing is overwritten unless the user decides so here. */
export function Conflict({ mine, saved, onDone }: Props) {
  const { id, api } = useArtist()
  const { saving, run, isBusy } = useSave()
  const [latest, setLatest] = useState(saved)
  async function useMine() {
    let isOvertaken = false
    const failure = await run(async () => {
      try {
        await api.revise(latest, mine)
      } catch (error) {
        const { response } = await client.call('readInterviewResponse', { path: { id, answerId: latest.id } })
        isOvertaken = response.revision !== latest.revision
        if (!isOvertaken) throw error
        setLatest(response)
      }
    }, '')
    if (failure === undefined && !isOvertaken) onDone('Your wording is saved.')
  }
  return (
    <section class="notice stack" role="alert" aria-label="Two wordings">
      <p>
        <strong>This answer was saved elsewhere in other words.</strong> Neither is lost; choose which one holds.
      </p>
      <h3>Saved elsewhere</h3>
      <p class="quoted answer">{latest.answer}</p>
      <h3>Yours, not saved</h3>
      <p class="quoted answer">{mine}</p>
      <h3>From the saved wording to yours</h3>
      <WordDiff before={latest.answer} after={mine} label="From the saved wording to yours" />
      <div class="row">
        <Button label="Save mine" kind="primary" disabled={isBusy} onClick={useMine} />
        <Button label="Keep the saved one" disabled={isBusy} onClick={() => onDone('The saved wording holds.')} />
      </div>
      <SaveStatus saving={saving} onAgain={useMine} />
    </section>
  )
}
