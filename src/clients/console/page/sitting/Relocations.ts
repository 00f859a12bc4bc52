import { call } from '../api/call.ts'
import { RequestError } from '../api/request-error.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { WordDiff } from '../text/WordDiff.ts'

type Reference = Schemas['Reference']
type Found = { at: number; old: Reference; now: Reference | null; isExact: boolean }

/** Where the cited words are now that their text has changed; each can be cited again or removed. */
export function Relocations({
  references,
  onReferences,
}: {
  references: Reference[]
  onReferences: (next: Reference[]) => void
}) {
  const id = useArtist()
  const load = useLoad(async () => {
    const found = await Promise.all(references.map((old, at) => relocate(id, old, at)))
    return found.filter(({ old, now }) => now === null || !isSame(old, now))
  }, [id, JSON.stringify(references)])
  const replace = (at: number, now: Reference) =>
    onReferences(references.map((one, index) => (index === at ? now : one)))
  return html`<section class="note" role="alert" aria-label="Evidence that changed">
    <p><strong>Cited evidence has changed since you marked it.</strong> Your question is kept.</p>
    <${Loading} load=${load} what="where the words stand now">
      ${load.data?.length === 0 && html`<p>Every passage is still where it is cited. Ask the question again.</p>`}
      ${load.data?.map(
        ({ at, old, now, isExact }) => html`<div class="relocation" key=${at}>
        ${
          now === null
            ? html`<p>These words are no longer in the text:</p><blockquote>${old.quote}</blockquote>`
            : html`
          <p>${isExact ? 'The same words stand elsewhere in the text now:' : 'The passage reads otherwise now:'}</p>
          <${WordDiff} before=${old.quote} after=${now.quote} label="The passage, before and now" />
          <button type="button" onClick=${() => replace(at, now)}>Cite its new place</button>`
        }
        <button type="button" class="quiet" onClick=${() => onReferences(references.filter((_, index) => index !== at))}>Take it out</button>
      </div>`,
      )}
    </${Loading}>
  </section>`
}

async function relocate(id: string, old: Reference, at: number): Promise<Found> {
  const cited = old.kind === 'original' ? old.sourceId : old.entryId
  const { revision, start, end } = old
  try {
    const found = await call('relocateReference', { path: { id }, query: { cited, revision, start, end } })
    return { at, old, now: found.reference, isExact: found.exact }
  } catch (error) {
    // Withdrawn or rejected since: there is no place to move to.
    if (error instanceof RequestError && [404, 409].includes(error.status))
      return { at, old, now: null, isExact: false }
    throw error
  }
}

const isSame = (one: Reference, other: Reference) =>
  one.revision === other.revision && one.start === other.start && one.end === other.end && one.quote === other.quote
