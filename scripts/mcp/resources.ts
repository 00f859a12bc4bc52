import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { Client, Input, Output } from '../../src/clients/typescript/index.ts'

/** Text that a host may show or attach by itself: an artist's Lore, and the sources that it may cite. */
const lorePattern = /^sittings:\/\/artist\/([^/?]+)\/lore$/
const sourcePattern = /^sittings:\/\/artist\/([^/?]+)\/source\/([^/?]+)(?:\?start=(\d{1,7}))?$/

const artistsOfPage = 5
const sourcesOfArtist = 20
const windowChars = 20_000
const windowsMax = 10

export const resourceTemplates = [
  {
    uriTemplate: 'sittings://artist/{id}/lore',
    name: 'lore',
    title: 'Lore of an artist',
    description: 'The generated profile text, as readArtistLore returns it.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'sittings://artist/{id}/source/{sourceId}{?start}',
    name: 'source',
    title: 'Text of a source',
    description: `At most ${windowsMax * windowChars} UTF-16 units of the exact text, from start on; _meta says its revision and what is left.`,
    mimeType: 'text/plain',
  },
]

/** The Lore of each artist of the caller, with the newest sources; the cursor is that of listMyArtists. */
export async function listResources(client: Client, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: artistsOfPage, ...(cursor !== undefined && { cursor }) }
  const { artists, nextCursor } = await client.call('listMyArtists', { query }, { signal })
  const ofArtists = await Promise.all(artists.map(({ id, name }) => listForArtist(client, id, name ?? id, signal)))
  return { resources: ofArtists.flat(), ...(nextCursor !== null && { nextCursor }) }
}

async function listForArtist(client: Client, id: string, name: string, signal: AbortSignal) {
  const input = { path: { id }, query: { limit: sourcesOfArtist } }
  const { sources } = await client.call('listArtistSources', input, { signal })
  const lore = { uri: `sittings://artist/${id}/lore`, name: `Lore of ${name}`, mimeType: 'text/plain' }
  const readable = sources.filter(({ extraction }) => extraction.readiness === 'ready')
  return [
    lore,
    ...readable.map(({ sourceId, title }) => ({
      uri: `sittings://artist/${id}/source/${encodeURIComponent(sourceId)}`,
      name: `${name}: ${title ?? sourceId}`,
      mimeType: 'text/plain',
    })),
  ]
}

/** The resource of an address; undefined for an unknown form. @throws what the client of the contract throws */
export async function readResource(
  client: Client,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult | undefined> {
  const [, artistOfLore] = lorePattern.exec(uri) ?? []
  if (artistOfLore !== undefined) {
    const { lore } = await client.call('readArtistLore', { path: { id: artistOfLore } }, { signal })
    return viewText(uri, lore?.text ?? '', { revision: lore?.revision ?? null })
  }
  const [, id, sourceId, start = '0'] = sourcePattern.exec(uri) ?? []
  if (id === undefined || sourceId === undefined) return undefined
  return await readSource(client, uri, { id, sourceId: decodeURIComponent(sourceId) }, Number(start), signal)
}

/** Window after window of one revision. */
async function readSource(
  client: Client,
  uri: string,
  path: { id: string; sourceId: string },
  start: number,
  signal: AbortSignal,
) {
  let text = ''
  let revision: string | undefined
  let nextStart: number | null = start
  let totalChars = 0
  for (let windows = 0; windows < windowsMax && nextStart !== null; windows += 1) {
    const query: Input<'readArtistSource'>['query'] = {
      start: nextStart,
      maxChars: windowChars,
      ...(revision && { revision, includeVersion: true }),
    }
    const read: Output<'readArtistSource'> = await client.call('readArtistSource', { path, query }, { signal })
    text += read.passage.text
    revision = read.passage.revision
    totalChars = read.totalChars
    nextStart = read.nextStart
  }
  return viewText(uri, text, { revision, start, totalChars, nextStart })
}

const viewText = (uri: string, text: string, meta: object): ReadResourceResult => ({
  contents: [{ uri, mimeType: 'text/plain', text, _meta: { ...meta } }],
})
