import { baseUrl, client, listAll, pageSettings, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/navigation.tsx'
import { Action, Button, Heading, Loading, useFocusWhenLost } from '../parts/index.ts'
import { useAdvance } from '../sources/LookForMore.tsx'
import { Corrections } from './PassagePanel.tsx'
import type { LoreText } from './page-text.ts'
import { VersionCard, Versions } from './Versions.tsx'

export function PageView({ item: revision }: ViewProps) {
  const { id, name } = useArtist()
  const load = useLoad(() => readPage(id, revision), [id, revision])
  const { refresh = null, bio, corrections } = load.data ?? {}
  useAdvance(refresh !== null, load.reload)
  useFocusWhenLost(corrections, ['#version-title'])
  return (
    <>
      <Heading>{name}</Heading>
      {bio && <p class="lead quoted">{bio}</p>}
      <p role="status" class="hint">
        {refresh !== null && 'Your page is being updated…'}
      </p>
      <Loading load={load} what="your page">
        {(page) =>
          page.lore === null ? (
            <p class="empty">
              There is no page yet. <a href={formatRoute(id, 'setup')}>Set it up</a>, or finish an{' '}
              <a href={formatRoute(id, 'interview')}>interview</a>: your page is made of your answers and of what may be
              quoted.
            </p>
          ) : (
            <>
              {page.proposal !== null && page.proposal.revision !== page.lore.revision && (
                <p class="notice screen-only">
                  A new version is ready, made from what has changed. Visitors read the published one until you publish
                  it. <a href={formatRoute(id, 'page', page.proposal.revision)}>Read the new version</a>
                </p>
              )}
              <PageActions lore={page.lore} bio={page.bio} isPublished={page.isPublished} />
              <VersionCard
                key={revision ?? 'current'}
                lore={page.lore}
                publishedRevision={page.publishedRevision}
                onChange={load.reload}
              >
                <Corrections corrections={page.corrections} onChange={load.reload} />
                <Versions shown={page.lore} />
              </VersionCard>
            </>
          )
        }
      </Loading>
    </>
  )
}

async function readPage(id: string, revision: string | undefined) {
  const path = { id }
  const [current, { bio }, state, corrections] = await Promise.all([
    client.call('readArtistLore', { path }),
    client.call('readArtistBrief', { path }),
    client.call('readOnboardingState', { path: { artistId: id } }),
    listAll(client, 'listCorrections', { path, query: { limit: 20 } }),
  ])
  const shown = revision === undefined ? current : await client.call('readArtistLore', { path, query: { revision } })
  return {
    ...shown,
    bio,
    isPublished: state.complete,
    publishedRevision: current.lore?.isCurrent ? current.lore.revision : null,
    corrections: corrections.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
  }
}

type ActionProps = { lore: LoreText; bio: string | null; isPublished: boolean }

function PageActions({ lore, bio, isPublished }: ActionProps) {
  const { id, name } = useArtist()
  const address = isPublished && pageSettings.artistPages ? `${baseUrl}${pageSettings.artistPages}${id}` : undefined
  const markdown = [`# ${name}`, bio, lore.text].filter(Boolean).join('\n\n')
  return (
    <div class="row screen-only">
      {address !== undefined && (
        <>
          <a class="button" href={address} target="_blank" rel="noopener">
            See it as visitors do<span class="unseen"> (opens a new tab)</span>
          </a>
          <Action label="Copy its link" work={() => navigator.clipboard.writeText(address)} saved="Copied" />
        </>
      )}
      <Button label="Print" onClick={print} />
      <a class="button" download={`${name}.md`} href={`data:text/markdown,${encodeURIComponent(`${markdown}\n`)}`}>
        Save as Markdown
      </a>
    </div>
  )
}
