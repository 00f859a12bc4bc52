import { type Kysely, type Selectable, sql } from 'kysely'
import type { EvidenceKind, SocialPlatform } from '#src/contract/types.gen.ts'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import { isNotPromoted, selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import { defaultsByKind } from '#src/evidence/references/passage.ts'
import { isCalendarDate } from '#src/text/calendar.ts'
import { findSite } from '#src/text/url/page-url.ts'
import { socialPlatforms } from '../providers/social/index.ts'
import type { QuestionRequest } from './request.ts'

/** What decides whether a source can serve a question; `platform` is that of the post which it was made of. */
type SourceCandidate = Pick<Selectable<Sources>, 'kind' | 'evidence_kind' | 'url' | 'published_at'> & {
  platform: SocialPlatform | null
}

type Need = QuestionRequest['evidenceNeed']
type Platform = NonNullable<QuestionRequest['platform']>

/** The kinds of text that a need is served by. Captions contain dates and credits as well as articles do. */
const served: Readonly<Record<Need, readonly EvidenceKind[]>> = {
  reporting: ['original_text'],
  release_date: ['original_text', 'caption', 'provider_transcript'],
  credits: ['original_text', 'caption', 'provider_transcript'],
  social_caption: ['caption'],
  spoken_content: ['provider_transcript'],
}

/** Whether a question is about the artist's posts: these are collected; for anything else the web is searched. */
export const asksForPosts = ({ platform, evidenceNeed }: QuestionRequest): boolean =>
  platform !== null || evidenceNeed === 'social_caption' || evidenceNeed === 'spoken_content'

/** Whether posts of a platform can be collected. */
export const isSocial = (platform: Platform): platform is SocialPlatform =>
  socialPlatforms.some((one) => one === platform)

/** Whether a source may answer a question; `undated` when only its unknown date excludes it. */
export function servesQuestion(request: QuestionRequest, candidate: SourceCandidate): boolean | 'undated' {
  const { platform, fromDate, toDate, retrieval } = request
  if (!listKinds(request).includes(findEvidenceKind(candidate))) return false
  if (platform !== null && (candidate.platform ?? detectPlatform(candidate.url)) !== platform) return false
  const days = parseDateRange(candidate.published_at)
  if (days === undefined && retrieval === 'latest') return 'undated'
  const within = isWithinRange(days, fromDate, toDate)
  return within === 'unknown' ? 'undated' : within
}

/**
 * Of a platform that the artist posts on only posts are wanted, in whatever form the need can take. What is new may
 * stand in a post as well as in an article.
 */
function listKinds({ platform, evidenceNeed, retrieval }: QuestionRequest): readonly EvidenceKind[] {
  const isOverview = evidenceNeed === 'reporting' && retrieval === 'latest'
  const kinds = isOverview ? served.credits : served[evidenceNeed]
  if (platform === null || !isSocial(platform)) return kinds
  return evidenceNeed === 'reporting'
    ? ['caption', 'provider_transcript']
    : kinds.filter((kind) => kind !== 'original_text')
}

function findEvidenceKind({ kind, evidence_kind }: SourceCandidate): EvidenceKind {
  if (evidence_kind !== null) return evidence_kind
  return kind === 'discovery' ? 'original_text' : defaultsByKind[kind].evidence_kind
}

const platforms = [...socialPlatforms, 'inprocess', 'spotify', 'deezer'] as const satisfies readonly Platform[]

/** The platform that an address belongs to: by its domain, else by a label of its host, as the samples have one. */
export function detectPlatform(url: string | null): Platform | undefined {
  const site = findSite(url ?? '')
  const labels =
    URL.parse(url ?? '')
      ?.hostname.split('.')
      .slice(0, -1) ?? []
  return platforms.find((platform) => platform === site) ?? platforms.find((platform) => labels.includes(platform))
}

const year = /\b(?:19|20)\d\d\b/
const month =
  /\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?may|may \d{1,2})\b/i
const role =
  /\b(?:produc\w+|engineer\w*|mix(?:ed|er|ing)|master\w*|record(?:ed|ist|ing)|arrang\w+|wr(?:ote|itten|iter)|compos\w+|play(?:s|ed|ing|er)|perform\w*|featur\w+|vocals?|s[aiu]ng|singer|guitars?|bass|drums?|drummer|piano|organ|keys|strings?|lyrics?|artwork|credits?|by)\b/i

/** Whether a passage about the topic can also give what is needed: a release date needs a date in the passage. */
export function satisfiesNeed(need: Need, text: string): boolean {
  if (need === 'release_date') return year.test(text) || month.test(text)
  if (need === 'credits') return role.test(text)
  return true
}

/** The query for the web, besides the artist and the topic. */
export const searchTermsByNeed: Readonly<Partial<Record<Need, string>>> = {
  release_date: 'release date',
  credits: 'credits',
}

/**
 * The first and the last calendar day (UTC) on which something was published: a year, a month, a day or an instant of a
 * day.
 */
type DateRange = { first: string; last: string }

/**
 * The days that a date of publication may mean, at its own precision; undefined for anything that is not a date.
 * Calendar dates with four-digit years compare as texts.
 */
export function parseDateRange(published: string | null): DateRange | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*Z)?)?)?$/.exec(published ?? '') ?? []
  if (year === undefined) return undefined
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  if (!isCalendarDate(first)) return undefined
  if (day !== undefined) return { first, last: first }
  const [y, m] = [Number(year), month === undefined ? 12 : Number(month)]
  // Day 0 of the next month is the last one of this.
  return { first, last: new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10) }
}

/**
 * Whether the date of publication lies between two days, both inclusive and either absent. A date that may lie inside
 * or outside does not count as inside.
 */
export function isWithinRange(
  days: DateRange | undefined,
  from: string | null,
  to: string | null,
): boolean | 'unknown' {
  if (from === null && to === null) return true
  if (days === undefined) return 'unknown'
  if ((from !== null && days.last < from) || (to !== null && days.first > to)) return false
  return (from === null || days.first >= from) && (to === null || days.last <= to) ? true : 'unknown'
}

/** A source that may be shown: to the research key when it is approved, to a reviewer in any case. */
export type SourceCandidateRow = SourceCandidate & { source_id: string; revision: string | null; approved: boolean }

/**
 * The artist's evidence as readResearchEvidence shows it (interface, section 4.5): approved or awaiting review, neither
 * private nor an upload, nor removed; the newest first. Interview history is never a source.
 */
export async function listSourceCandidates(db: Kysely<DB>, artistId: string): Promise<SourceCandidateRow[]> {
  const rows = await db
    .with('candidate', (qc) =>
      qc
        .selectFrom('sources as s')
        .leftJoin('social_posts as p', (join) =>
          join
            .on('p.artist_id', '=', artistId)
            // Whatever the kind, the second part of an identity is a uuid.
            .on('p.id', '=', sql<string>`split_part(s.source_id, ':', 2)::uuid`)
            .on('s.kind', 'in', ['social_caption', 'reel_transcript']),
        )
        .select(['s.source_id', 's.kind', 's.evidence_kind', 's.url', 's.published_at', 's.revision', 'p.platform'])
        .select(selectEvidenceStatus(artistId).as('status'))
        .where('s.artist_id', '=', artistId)
        .where('s.is_private', '=', false)
        .where('s.is_upload', '=', false)
        .where(isNotPromoted(artistId)),
    )
    .selectFrom('candidate')
    .selectAll()
    .where('status', 'in', ['approved', 'pending'])
    // As texts: a year or a month counts as its first day, because it is not known to be newer.
    .orderBy(sql`published_at collate "C"`, (order) => order.desc().nullsLast())
    .orderBy('source_id')
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, approved: status === 'approved' }))
}
