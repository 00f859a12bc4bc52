import { useEffect, useRef, useState } from 'preact/hooks'
import type { Span } from '../../../../text/windows.ts'
import { client, isProblemError, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Button, DialogButton, formatPublished, joinFacts, Loading, OutsideLink } from '../parts/index.ts'

type Props = {
  /** The identity of a source, or of evidence that research has found. */
  sourceId: string
  revision?: string | undefined
  found?: Span | undefined
}
type TextWindow = Span & { text: string; revision: string; totalChars: number; note?: string | false }

/** How much of a text is shown at once, and how much of that stands before a marked passage. */
const [windowChars, before] = [6_000, 600]

export const ReadButton = ({ label, kind, ...text }: Props & { label: string; kind?: 'link' }) => (
  <DialogButton label={label} kind={kind} title="In its text">
    {() => <SourceReader {...text} />}
  </DialogButton>
)

/** A text, a window at a time, with a passage marked. */
export function SourceReader({ sourceId, revision, found }: Props) {
  const { id, sources } = useArtist()
  const source = sources.data?.find((one) => one.sourceId === sourceId)
  const isSource = Boolean(source)
  const [start, setStart] = useState(Math.max(0, (found?.start ?? 0) - before))
  const load = useLoad(() => {
    const pin = revision === undefined ? {} : { revision }
    const read = (from: number) => readWindow(id, sourceId, isSource, { ...pin, start: from })
    // A start inside a surrogate pair is refused, which no caller can know beforehand.
    return read(start).catch((error: unknown) => {
      if (!isProblemError(error, 'invalid_request') || start === 0) throw error
      return read(start - 1)
    })
  }, [id, sourceId, revision, start, isSource])
  const name = source === undefined ? 'what was found' : nameSource(source)
  return (
    <Loading load={load} what="the text">
      {(shown) => (
        <div class="stack">
          {source && (
            <p class="hint">
              <SourceName source={source} />
            </p>
          )}
          {shown.note && <p class="notice">{shown.note}</p>}
          <Window {...{ shown, name, found }} />
          {(shown.start > 0 || shown.end < shown.totalChars) && (
            <nav class="split" aria-label="Parts of this text">
              <Button
                label="Earlier"
                disabled={shown.start === 0}
                onClick={() => setStart(Math.max(0, shown.start - windowChars))}
              />
              <span class="hint">{`${Math.round((100 * shown.end) / shown.totalChars)} % read`}</span>
              <Button label="Later" disabled={shown.end >= shown.totalChars} onClick={() => setStart(shown.end)} />
            </nav>
          )}
        </div>
      )}
    </Loading>
  )
}

type Query = { start: number; revision?: string }

async function readWindow(id: string, sourceId: string, isSource: boolean, window: Query): Promise<TextWindow> {
  const query = { ...window, maxChars: windowChars }
  if (!isSource) {
    const path = { id, evidenceId: sourceId }
    const { passage, totalChars } = await client.call('readResearchEvidence', { path, query })
    return { ...passage, totalChars, note: passage.curation === 'pending' && 'You have not decided about this yet.' }
  }
  const read = await client.call('readArtistSource', {
    path: { id, sourceId },
    query: { ...query, includeVersion: true },
  })
  const isEarlier = read.version?.state === 'historical'
  const note = isEarlier && 'An earlier version of this text; it has changed since.'
  return { ...read.passage, totalChars: read.totalChars, note }
}

type WindowProps = Pick<Props, 'found'> & { shown: TextWindow; name: string }

function Window({ shown: { text, start }, name, found = { start, end: start } }: WindowProps) {
  const host = useRef<HTMLElement>(null)
  useEffect(() => host.current?.querySelector('mark')?.scrollIntoView({ block: 'center' }), [text])
  const [from, to] = [found.start, found.end].map((at) => Math.min(Math.max(0, at - start), text.length))
  return (
    <section ref={host} class="reading quoted" aria-label={`Text of ${name}`}>
      {text.slice(0, from)}
      {from !== to && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </section>
  )
}

type Source = Schemas['Source']

/** How many UTF-16 code units of a text without a title are its name. */
const nameMax = 70

const kinds = { vault: 'An article or file', social_caption: 'A post', reel_transcript: 'A video' } as const

/** What a source is called: its title or, as posts have none, the beginning of its words. */
export function nameSource({ kind, title, description, url }: Source): string {
  if (title !== null && title.trim() !== '') return title
  const words = (description ?? '').trim().replace(/\s+/g, ' ')
  if (words === '') return url ?? `${kinds[kind]} without a title`
  const isLong = words.length > nameMax
  return `${kinds[kind]}: ${isLong ? `${words.slice(0, nameMax).toWellFormed().trimEnd()}…` : words}`
}

export const formatSourceFacts = ({ provenance, publishedAt }: Source): string =>
  joinFacts(provenance.publisher, publishedAt && formatPublished(publishedAt))

/** Title (a post has none, and its words stand beside it), publisher, date, and the link to where it was published. */
export const SourceName = ({ source }: { source: Source }) => {
  const facts = formatSourceFacts(source)
  return (
    <span class="source">
      <cite>{source.title ?? kinds[source.kind]}</cite>
      {(facts || source.url !== null) && ` · ${facts} `}
      {source.url !== null && <OutsideLink href={source.url} label="original" about={`of ${nameSource(source)}`} />}
    </span>
  )
}
