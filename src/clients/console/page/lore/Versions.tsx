import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Span } from '../../../../text/windows.ts'
import { client, listAll, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { Button, formatPublished, joinFacts, Loading, OutsideLink, Section, Timestamp } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import { isEdited } from '../text/ranges.ts'
import { EditPage, useEdit } from './EditPage.tsx'
import { PassagePanel } from './PassagePanel.tsx'
import { Publishing } from './Publishing.tsx'
import { type LoreText, readPageText } from './page-text.ts'
import { ReadingText } from './ReadingText.tsx'

export const authors: Record<Schemas['LoreAuthor'], string> = {
  composer: 'made of quotations',
  model: 'drafted by a model from quotations',
  artist: 'published by you',
}

export function Versions({ shown }: { shown: LoreText }) {
  const { id } = useArtist()
  const load = useLoad(
    () => listAll(client, 'listArtistLoreVersions', { path: { id }, query: { limit: 50 } }),
    [id, shown.isCurrent && shown.revision],
  )
  return (
    <Section title="Versions">
      <Loading load={load} what="the versions">
        {(versions) => (
          <ol class="plain tight" aria-label="Versions of the page, the newest first">
            {versions.map(({ number, revision, composedAt, by, state }) => (
              <li key={revision}>
                <a
                  href={formatRoute(id, 'page', state === 'published' ? undefined : revision)}
                  aria-current={revision === shown.revision ? 'true' : undefined}
                >
                  Version {number}
                </a>{' '}
                <span class="hint">
                  {state === 'published' ? 'public now · ' : ''}
                  {authors[by]} · <Timestamp at={composedAt} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </Section>
  )
}

type Props = {
  lore: LoreText
  publishedRevision: string | null
  onChange: () => Promise<void>
  /** What stands beside the text while no passage is chosen. */
  children: ComponentChildren
}

const states = {
  published: '',
  proposal: 'This version is new, and visitors do not see it until you publish it.',
  earlier: 'This is an earlier version; visitors read another one.',
}

/**
 * A version of the page: read, a sentence at a time, compared with the version before, or edited; and published. When
 * a newer one comes, a chosen sentence is found in it by its words, and a version that is being edited stays.
 */
export function VersionCard({ lore: newest, publishedRevision, onChange, children }: Props) {
  const [choice, choose] = useState<{ start: number; words: string; isByKey: boolean }>()
  const [isCompared, setIsCompared] = useState(false)
  const [edited, edit] = useState<Pick<Props, 'lore' | 'publishedRevision'>>()
  const { lore, publishedRevision: seen } = edited ?? { lore: newest, publishedRevision }
  const draft = useEdit(lore, seen)
  const { paragraphs, kinds } = useMemo(() => readPageText(lore), [lore.revision])
  const same = paragraphs.flat().filter((span) => readWords(lore, span) === choice?.words)
  const passage = same.find(({ start }) => start === choice?.start) ?? same[0]
  async function closeAndReload() {
    choose(undefined)
    await onChange()
  }
  if (edited !== undefined)
    return <EditPage lore={lore} draft={draft} onPublished={onChange} onLeave={() => edit(undefined)} />
  return (
    <div class="columns reading-columns">
      <section class="card stack" aria-labelledby="version-title">
        <div class="split screen-only">
          <p id="version-title" class="hint" tabindex={-1}>
            Version {lore.number}, {authors[lore.by]} · <Timestamp at={lore.composedAt} />
          </p>
          <div class="row">
            {lore.previous !== null && (
              <Button
                label={isCompared ? 'Show the text' : 'Show what changed'}
                kind="link"
                onClick={() => setIsCompared(!isCompared)}
              />
            )}
            <Button
              label={isEdited(lore.text, draft.value.text) ? 'Go on editing' : 'Edit the text'}
              onClick={() => edit({ lore, publishedRevision })}
            />
          </div>
        </div>
        {(lore.state !== 'published' || lore.excluded.length > 0) && (
          <div class="notice stack screen-only">
            {states[lore.state] && <p>{states[lore.state]}</p>}
            <Publishing
              key={lore.revision}
              lore={lore}
              publishedRevision={publishedRevision}
              label={lore.state === 'earlier' ? 'Publish this version again' : 'Publish this version'}
              onPublished={onChange}
            />
          </div>
        )}
        {isCompared && lore.previous !== null ? (
          <Comparison previous={lore.previous} text={lore.text} />
        ) : (
          <ReadingText
            paragraphs={paragraphs}
            classes={kinds}
            chosen={passage}
            onChoose={(range, isByKey) => choose({ start: range.start, words: readWords(lore, range), isByKey })}
          />
        )}
        <SourcesOfPage sources={lore.sources} />
      </section>
      {passage === undefined ? (
        <div class="screen-only">
          <p class="empty">
            Choose a sentence to see where it is from, or to say that it is wrong. With the keyboard: arrow keys, then
            Enter.
          </p>
          {children}
        </div>
      ) : (
        <PassagePanel
          lore={lore}
          passage={passage}
          takesFocus={Boolean(choice?.isByKey)}
          onCorrected={closeAndReload}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  )
}

const readWords = (lore: LoreText, { start, end }: Span): string => lore.text.slice(start, end)

function Comparison({ previous, text }: { previous: string; text: string }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readArtistLore', { path: { id }, query: { revision: previous } }), [previous])
  return (
    <Loading load={load} what="the version before">
      {({ lore }) => <WordDiff before={lore?.text ?? ''} after={text} label="Compared with the version before" />}
    </Loading>
  )
}

const SourcesOfPage = ({ sources }: Pick<LoreText, 'sources'>) =>
  sources.length > 0 && (
    <Section title="Sources">
      <ul class="sources">
        {sources.map(({ number, sourceId, title, publisher, publishedAt, url }) => (
          <li key={sourceId}>
            {`[${number}] `}
            {url === null ? (title ?? 'A post') : <OutsideLink href={url} label={title ?? 'A post'} />}{' '}
            <span class="hint">{joinFacts(publisher, publishedAt && formatPublished(publishedAt))}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
