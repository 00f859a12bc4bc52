import type { SocialPlatform } from '#src/contract/types.gen.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { parseInstant } from '#src/text/calendar.ts'
import { isRecord, type JsonRecord, toRecord, toText } from '#src/text/json.ts'
import { toWebAddress } from '#src/text/url/page-url.ts'
import { findFlaw } from '#src/text/wellformed.ts'
import type { FoundPost, SocialProfile, Track } from './index.ts'

/*
 * Maps the actors' items to this service's posts. An actor is an external program: a field may be missing or of another
 * type, and an item may report an error instead of a post. An item that is not plainly a post of the profile's owner is
 * skipped, and only the fields named here are stored.
 */

/**
 * The posts among the items that the owner of the profile wrote: no reposts, no replies to others, no other authors.
 */
export function filterOwnPosts(profile: SocialProfile, items: readonly unknown[]): FoundPost[] {
  return items.filter(isRecord).flatMap((item) => {
    const found = readers[profile.platform](item)
    return isBy(profile, found.author) && !found.isEcho ? (toPost(profile.platform, found) ?? []) : []
  })
}

type FoundItem = {
  author: string | undefined
  /** Whether it repeats or answers another author's post. */
  isEcho: boolean
  id: string | undefined
  url: string | undefined
  caption: string | undefined
  publishedAt: unknown
  tracks: Track[]
}

const readers: Readonly<Record<SocialPlatform, (item: JsonRecord) => FoundItem>> = {
  instagram: (item) => ({
    author: toText(item.ownerUsername),
    isEcho: false,
    id: toText(item.shortCode) ?? toText(item.id),
    url: toText(item.url),
    caption: toText(item.caption),
    publishedAt: item.timestamp,
    tracks: listTranscript(toText(item.transcript) ?? ''),
  }),
  tiktok: (item) => ({
    author: toText(toRecord(item.authorMeta).name),
    isEcho: item.isRepost === true,
    id: toText(item.id),
    url: toText(item.webVideoUrl),
    caption: toText(item.text),
    publishedAt: item.createTimeISO,
    tracks: listSubtitles(toRecord(item.videoMeta).subtitleLinks),
  }),
  x: (item) => {
    const caption = unescapeText(toText(item.fullText) ?? toText(item.text))
    const author = toText(toRecord(item.author).userName)
    return {
      author,
      isEcho: item.isRetweet === true || /^RT @/.test(caption ?? '') || isReplyToOthers(item, author),
      id: toText(item.id),
      url: toText(item.url) ?? toText(item.twitterUrl),
      caption,
      publishedAt: item.createdAt,
      tracks: [],
    }
  },
}

function toPost(platform: SocialPlatform, { id: postId, tracks, ...found }: FoundItem): FoundPost | undefined {
  const url = toWebAddress(found.url)
  if (postId === undefined || postId.length > 200 || findFlaw(postId) !== undefined || url === undefined)
    return undefined
  const { text: caption, truncated: captionTruncated } = truncateText(found.caption ?? '')
  const publishedAt = formatInstant(found.publishedAt)
  return { platform, postId, url, publishedAt, caption, captionTruncated, tracks: tracks.slice(0, tracksMax) }
}

/** Tracks of one post that are kept: a video has one or two of its own speech, the rest are translations. */
const tracksMax = 2

/** Subtitles of what is said. A machine's translation is not what the artist said. */
function listSubtitles(links: unknown): Track[] {
  if (!Array.isArray(links)) return []
  return links.filter(isRecord).flatMap((link) => {
    const url = toWebAddress(toText(link.downloadLink) ?? toText(link.tiktokLink))
    return url === undefined || link.source === 'MT' ? [] : [{ url }]
  })
}

/** UTF-16 code units of a transcript, as many as the bytes of a track that is fetched. */
const transcriptCharsMax = 2_000_000

/** A transcript that came with the post. It may be a file, whose words are found once it is read as a whole. */
const listTranscript = (text: string): Track[] =>
  text.trim() === '' || text.length > transcriptCharsMax ? [] : [{ text: truncateText(text, text.length).text }]

/** X escapes these three in the texts of its API, once, and the actor passes them on. */
const unescapeText = (text: string | undefined) =>
  text?.replace(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name])

function isReplyToOthers(item: JsonRecord, author = ''): boolean {
  const repliedTo = toText(item.inReplyToUsername)
  return (item.isReply === true || repliedTo !== undefined) && !isBy({ handle: author }, repliedTo)
}

const isBy = ({ handle }: { handle: string }, author: string | undefined) =>
  author !== undefined && author.replace(/^@/, '').toLowerCase() === handle.toLowerCase()

/** RFC 3339, or the form of X: `Wed Oct 05 20:17:27 +0000 2022`. A day of no calendar is not another day. */
function parseDate(text: string): Date | undefined {
  const [, day] = /^[a-z]{3} [a-z]{3} (\d{2}) \d{2}:\d{2}:\d{2} \+0000 \d{4}$/i.exec(text) ?? []
  if (day === undefined) return parseInstant(text)
  const date = new Date(text)
  return date.getUTCDate() === Number(day) ? date : undefined
}

const formatInstant = (value: unknown): string | null =>
  typeof value === 'string' ? (parseDate(value)?.toISOString() ?? null) : null
