import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { isInstant } from '#src/http/pagination/cursor-guards.ts'
import { formatLineField } from './lines.ts'
import type { DiscoveryRecord, ImportRecord, SourceRecord } from './records.ts'
import { readTextFile, refusalToStoreText } from './text-file.ts'

/** A record as written in a line: what is nullable in the complete form may be absent. */
type Loose<R> = R extends ImportRecord
  ? { [K in keyof R as null extends R[K] ? never : K]: R[K] } & {
      [K in keyof R as null extends R[K] ? K : never]?: R[K]
    }
  : never

type SourceInput = Omit<Loose<SourceRecord>, 'private' | 'text'> & {
  private?: boolean
  text?: string
  textFile?: string
}

/** A line that its type's schema has validated. */
export type RecordInput = Loose<Exclude<ImportRecord, SourceRecord>> | SourceInput

/** Where a record was read: its line, and the folder that `textFile` is relative to. */
type RecordOrigin = { line: number; folder: string }

/**
 * Completes a record. Those that a file has most of get their fields in canonical order, in which they are hashed in
 * half the time.
 * @throws Problem `invalid_request` naming the line and the field
 */
export async function normalizeRecord(input: RecordInput, origin: RecordOrigin): Promise<ImportRecord> {
  switch (input.type) {
    case 'artist':
      return { bio: input.bio ?? null, id: input.id.toLowerCase(), name: input.name, type: 'artist' }
    case 'user':
      return { type: 'user', subject: input.subject, admin: input.admin ?? null }
    case 'claim':
      return { artist: input.artist.toLowerCase(), state: input.state, subject: input.subject, type: 'claim' }
    case 'source':
      return await completeSource(input, origin)
    case 'discovery':
      return completeDiscovery(input, origin)
    case 'correction':
      return { ...input, ...normalizeIds(input), correction: input.correction ?? null }
    case 'legacyOffer':
      return { ...input, ...normalizeIds(input), offeredAt: normalizeInstant(input.offeredAt, origin) }
    case 'response': {
      const { answer, offeredAt = null, question, sitting = null, source } = input
      const { artist, id } = normalizeIds(input)
      const offered = offeredAt && normalizeInstant(offeredAt, origin)
      return { answer, artist, id, offeredAt: offered, question, sitting, source, type: 'response' }
    }
  }
}

async function completeSource(input: SourceInput, origin: RecordOrigin): Promise<SourceRecord> {
  const { text: _text, textFile: _textFile, ...rest } = input
  return {
    ...rest,
    ...normalizeIds(input),
    channel: input.channel ?? null,
    title: input.title ?? null,
    url: input.url ?? null,
    publishedAt: input.publishedAt ?? null,
    publisher: input.publisher ?? null,
    private: input.private ?? false,
    text: await readText(input, origin),
  }
}

const completeDiscovery = (input: Loose<DiscoveryRecord>, origin: RecordOrigin): DiscoveryRecord => ({
  ...input,
  ...normalizeIds(input),
  title: input.title ?? null,
  evidenceKind: input.evidenceKind ?? null,
  speaker: input.speaker ?? null,
  text: requireStorable(input.text, 'text', origin),
})

const normalizeIds = ({ id, artist }: { id: string; artist: string }) => ({
  id: id.toLowerCase(),
  artist: artist.toLowerCase(),
})

/**
 * The schema permits leap seconds and, by time zone, the years 0 and 10000, which PostgreSQL or ISO form cannot hold.
 */
function normalizeInstant(text: string, { line }: RecordOrigin): string {
  const at = new Date(text)
  const stored = Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  if (!isInstant(stored))
    throw createInvalidRequest(formatLineField(line, 'offeredAt'), 'is not an instant that can be stored')
  return stored
}

async function readText({ text, textFile }: SourceInput, origin: RecordOrigin): Promise<string> {
  if (textFile === undefined) return requireStorable(text, 'text', origin)
  if (text !== undefined)
    throw createInvalidRequest(formatLineField(origin.line, 'textFile'), 'is not accepted beside text')
  const read = await readTextFile(origin.folder, textFile)
  if ('refusal' in read) throw createInvalidRequest(formatLineField(origin.line, 'textFile'), read.refusal)
  return requireStorable(read.text, 'textFile', origin)
}

function requireStorable(text: string | undefined, field: string, { line }: RecordOrigin): string {
  if (text === undefined) throw createInvalidRequest(formatLineField(line, field), 'is required, or textFile')
  const refusal = refusalToStoreText(text)
  if (refusal !== undefined) throw createInvalidRequest(formatLineField(line, field), refusal)
  return text
}
