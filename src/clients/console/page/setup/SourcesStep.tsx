import { type Schemas, useArtist, useDraft } from '../api/index.ts'
import { Button, OutsideLink } from '../parts/index.ts'
import { parseAddresses } from './conversation.ts'
import { AddressesField, StepForm } from './steps.tsx'
import type { StepProps } from './use-conversation.ts'

type Verdict = Schemas['VaultVerdict']

const verdicts: [Verdict | undefined, string][] = [
  ['approved', 'May be quoted'],
  ['rejected', 'Leave it out'],
  [undefined, 'Decide later'],
]

/** Asks which collected texts are right about the artist; a text without a decision is not used. */
export function SourcesStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const draft = useDraft(`setup-sources/${id}`, { decided: {} as Record<string, Verdict | undefined>, added: '' })
  const { decided, added } = draft.value
  const addresses = parseAddresses(added)
  const isReady = !isBusy && addresses.isReady
  async function send() {
    if (!isReady) return
    const decisions = shown.sources.flatMap(({ sourceId }) => {
      const status = decided[sourceId]
      return status === undefined ? [] : [{ sourceId, status }]
    })
    if (await take({ type: 'vault_review', decisions, addedUrls: addresses.urls })) draft.clear()
  }
  return (
    <StepForm step="vault" onSubmit={send}>
      {shown.sources.length === 0 && (
        <p>We have not collected a text yet. Add pages that tell of you truly, or go on.</p>
      )}
      {shown.sources.map(({ sourceId, title, url }) => (
        <fieldset key={sourceId}>
          <legend>{title ?? url ?? 'A text without a title'}</legend>
          <p class="hint">{url !== null && <OutsideLink href={url} label={url} />}</p>
          <div class="row">
            {verdicts.map(([status, label]) => (
              <label class="choice" key={label}>
                <input
                  type="radio"
                  name={sourceId}
                  checked={decided[sourceId] === status}
                  onChange={() => draft.set({ added, decided: { ...decided, [sourceId]: status } })}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <AddressesField
        id="setup-sources"
        label="Other pages that tell of you truly"
        value={added}
        onValue={(text) => draft.set({ decided, added: text })}
      />
      <div class="row">
        <Button label="Go on" type="submit" kind="primary" disabled={!isReady} />
      </div>
    </StepForm>
  )
}
