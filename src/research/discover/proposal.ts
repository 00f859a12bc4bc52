import { hasReadablePages } from '#src/text/url/profile-url.ts'
import type { PageReader } from '../providers/pages/index.ts'
import type { FoundPage } from '../providers/web-search.ts'
import { parseProfile } from '../social/profiles.ts'
import { countMentions } from './count-mentions.ts'
import type { Proposal } from './review-candidates.ts'

/** What a found page can be to the artist; the caller knows the rest of the proposal. */
export type PageProposal = Omit<Proposal, 'jobId' | 'provider'>

/**
 * Reads a page and says what it may be proposed as: a source, where its text names the artist; a link, where it is a
 * profile on a site whose pages cannot be read. Undefined when it is neither.
 */
export async function buildProposal(
  page: FoundPage,
  artistName: string,
  pages: PageReader,
  signal: AbortSignal,
): Promise<PageProposal | undefined> {
  if (!hasReadablePages(page.url)) return buildLinkProposal(page, artistName)
  const read = await pages.read(page.url, signal)
  if (read.state !== 'ready') return undefined
  const times = countMentions(read.text, artistName)
  if (times === 0) return undefined
  const { text, truncated, publishedAt } = read
  const reason = times === 1 ? 'The page names the artist once.' : `The page names the artist ${times} times.`
  return {
    url: page.url,
    title: read.title ?? page.title,
    destination: 'lore',
    reason,
    text: { text, truncated, publishedAt },
  }
}

/** Elsewhere than on the known platforms the path of a profile is short; a deeper one is a post, a video or a song. */
function buildLinkProposal({ url, title }: FoundPage, artistName: string): PageProposal | undefined {
  const { pathname, search } = new URL(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  const isShort = search === '' && parts.length >= 1 && parts.length <= 3 && !parts.some((part) => posts.has(part))
  const isProfile = isShort || parseProfile(url) !== undefined
  if (!isProfile || countMentions(title ?? '', artistName) === 0) return undefined
  return { url, title, destination: 'link', reason: 'The title of this profile names the artist.' }
}

const posts = new Set('p reel reels status video watch shorts track album playlist posts explore search'.split(' '))
