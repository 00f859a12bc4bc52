import { type Schemas, useArtist, useDraft } from '../api/index.ts'
import { Button, OutsideLink } from '../parts/index.ts'
import { parseAddresses } from './conversation.ts'
import { AddressesField, StepForm } from './steps.tsx'
import type { StepProps } from './use-conversation.ts'

const nothing: { added: string; removed: readonly string[] } = { added: '', removed: [] }

export function ProfilesStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const draft = useDraft(`setup-pages/${id}`, nothing)
  const { added, removed } = draft.value
  const addresses = parseAddresses(added)
  const isReady = !isBusy && addresses.isReady
  async function send(type: 'confirm_profiles' | 'find_more_profiles') {
    const addedLinks = addresses.urls.map((url) => ({ url }))
    if (await take({ type, addedLinks, removedSiteNames: [...removed] })) draft.clear()
  }
  const toggle = (site: string) =>
    draft.set({ added, removed: removed.includes(site) ? removed.filter((one) => one !== site) : [...removed, site] })
  return (
    <StepForm
      step="profiles"
      label="These are mine, go on"
      isReady={isReady}
      onSubmit={() => send('confirm_profiles')}
      beside={<Button label="Look for more" disabled={!isReady} onClick={() => send('find_more_profiles')} />}
    >
      {shown.candidates.length > 0 && (
        <fieldset>
          <legend>We found these. Take the mark away where a page is not yours.</legend>
          {shown.candidates.map(({ siteName, url, displayName }) => (
            <label class="choice" key={siteName}>
              <input type="checkbox" checked={!removed.includes(siteName)} onChange={() => toggle(siteName)} />
              <span>
                {displayName ?? siteName} <span class="hint">{url}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <AddressesField
        id="setup-profiles"
        label="Pages of yours that are missing"
        value={added}
        onValue={(text) => draft.set({ removed, added: text })}
      />
    </StepForm>
  )
}

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
    const decisions = shown.sources.flatMap(({ sourceId }) => {
      const status = decided[sourceId]
      return status === undefined ? [] : [{ sourceId, status }]
    })
    if (await take({ type: 'vault_review', decisions, addedUrls: addresses.urls })) draft.clear()
  }
  return (
    <StepForm step="vault" label="Go on" isReady={isReady} onSubmit={send}>
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
    </StepForm>
  )
}
