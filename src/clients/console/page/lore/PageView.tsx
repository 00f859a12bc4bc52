import { useMemo, useState } from 'preact/hooks'
import { listAll } from '../../../typescript/index.ts'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/route.ts'
import {
  Button,
  formatPublished,
  Heading,
  Loading,
  OutsideLink,
  Section,
  Timestamp,
  useFocusWhenLost,
} from '../parts/index.ts'
import { useAdvance } from '../sources/use-advance.ts'
import { ReadingText } from '../text/ReadingText.tsx'
import type { TextRange } from '../text/ranges.ts'
import { splitText } from '../text/split.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Corrections } from './Corrections.tsx'
import { PageActions } from './PageActions.tsx'
import { PassagePanel } from './PassagePanel.tsx'
import { Publishing } from './Publishing.tsx'
import { authors, Versions } from './Versions.tsx'

/** The artist's page with its evidence, its versions, and the corrections that hold; the address may name a version. */
export function PageView({ item: revision }: ViewProps) {
  const { id, name } = useArtist()
  const query = revision === undefined ? {} : { revision }
  const load = useLoad(() => client.call('readArtistLore', { path: { id }, query }), [id, revision])
  const state = useLoad(() => client.call('readOnboardingState', { path: { artistId: id } }), [id])
  const published = useLoad(() => client.call('readArtistLore', { path: { id } }), [id])
  const corrections = useLoad(() => readCorrections(id), [id])
  const brief = useLoad(() => client.call('readArtistBrief', { path: { id } }), [id])
  const bio = brief.data?.bio ?? null
  const refresh = load.data?.refresh ?? null
  useAdvance(refresh !== null, load.reload)
  useFocusWhenLost(corrections.data, ['#corrections-title'])
  const reloadAll = async () => {
    await Promise.all([load.reload(), published.reload(), corrections.reload()])
  }
  return (
    <>
      <Heading>{name}</Heading>
      {bio !== null && <p class="lead quoted">{bio}</p>}
      <p role="status" class="hint">
        {refresh !== null && <Refreshing refresh={refresh} />}
      </p>
      <Loading load={load} what="your page" lines={10}>
        {({ lore, proposal }) =>
          lore === null ? (
            <p class="empty">
              There is no page yet. <a href={formatRoute(id, 'setup')}>Set it up</a>, or finish an{' '}
              <a href={formatRoute(id, 'interview')}>interview</a>.
            </p>
          ) : (
            <>
              {proposal !== null && proposal.revision !== lore.revision && (
                <p class="notice">
                  A new version is ready, made from what has changed. Visitors read the published one until you publish
                  it. <a href={formatRoute(id, 'page', proposal.revision)}>Read the new version</a>
                </p>
              )}
              <PageActions lore={lore} bio={bio} isPublished={state.data?.complete ?? false} />
              <Version
                key={lore.revision}
                lore={lore}
                publishedRevision={published.data?.lore?.isCurrent ? published.data.lore.revision : null}
                onChange={reloadAll}
              />
              <div class="columns screen-only">
                <SourcesOfPage sources={lore.sources} />
                <Corrections load={corrections} onChange={reloadAll} />
                <Versions shown={lore} />
              </div>
            </>
          )
        }
      </Loading>
    </>
  )
}

const Refreshing = ({ refresh: { cursor, total } }: { refresh: Schemas['LoreRefresh'] }) => (
  <>
    Your page is being updated…{' '}
    {total !== null && <progress aria-label="Update of your page" max={Math.max(1, total)} value={cursor} />}
  </>
)

type Choice = { passage: TextRange; isByKey: boolean }

type VersionProps = { lore: Schemas['LoreText']; publishedRevision: string | null; onChange: () => Promise<void> }

function Version({ lore, publishedRevision, onChange }: VersionProps) {
  const [choice, choose] = useState<Choice>()
  const [isCompared, setCompared] = useState(false)
  const paragraphs = useMemo(() => splitText(lore.text, 0, { cited: lore.citations }), [lore.revision])
  return (
    <div class="columns reading-columns">
      <section class="card stack" aria-labelledby="version-title">
        <div class="split screen-only">
          <p id="version-title" class="hint" tabindex={-1}>
            Version {lore.number}, {authors[lore.by]} · <Timestamp at={lore.composedAt} />
          </p>
          {lore.previous !== null && (
            <Button
              label={isCompared ? 'Show the text' : 'Show what changed'}
              kind="link"
              aria-pressed={isCompared}
              onClick={() => setCompared(!isCompared)}
            />
          )}
        </div>
        <Publishing lore={lore} publishedRevision={publishedRevision} onPublished={onChange} />
        {isCompared && lore.previous !== null ? (
          <Comparison previous={lore.previous} text={lore.text} />
        ) : (
          <ReadingText
            label="The text of your page"
            paragraphs={paragraphs}
            chosen={choice?.passage}
            onChoose={(passage, isByKey) => choose({ passage, isByKey })}
          />
        )}
      </section>
      {choice === undefined ? (
        <p class="empty beside screen-only">
          Choose a sentence to see where it is from, or to say that it is wrong. With the keyboard: arrow keys, then
          Enter.
        </p>
      ) : (
        <PassagePanel
          lore={lore}
          passage={choice.passage}
          takesFocus={choice.isByKey}
          onCorrected={onChange}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  )
}

/** Every source that the page quotes, by the number that it has there. */
const SourcesOfPage = ({ sources }: { sources: readonly Schemas['LoreSource'][] }) => (
  <Section title="Sources of this page">
    {sources.length === 0 && <p class="empty">This version quotes no source.</p>}
    <ul class="plain tight">
      {sources.map(({ number, sourceId, title, publisher, publishedAt, url }) => (
        <li key={sourceId}>
          {[`[${number}] ${title ?? 'A post'}`, publisher, publishedAt && formatPublished(publishedAt)]
            .filter(Boolean)
            .join(' · ')}{' '}
          {url !== null && <OutsideLink href={url} label="original" about={title ?? 'of the post'} />}
        </li>
      ))}
    </ul>
  </Section>
)

function Comparison({ previous, text }: { previous: string; text: string }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readArtistLore', { path: { id }, query: { revision: previous } }), [previous])
  return (
    <Loading load={load} what="the version before">
      {({ lore }) => <WordDiff before={lore?.text ?? ''} after={text} label="Compared with the version before" />}
    </Loading>
  )
}

/** The newest first. */
async function readCorrections(id: string): Promise<Schemas['ArtistCorrection'][]> {
  const corrections = await listAll(client, 'listCorrections', { path: { id }, query: { limit: 20 } })
  return corrections.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}
