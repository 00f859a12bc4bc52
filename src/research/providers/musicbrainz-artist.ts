import { fold } from '#src/text/fold.ts'
import { type JsonRecord, readList, toRecord, toText } from './json.ts'

/** Below this score the search engine itself takes the name for another one. */
const scoreMin = 95

/** The id that one of these addresses contains. */
export const findLinkedArtistId = (links: readonly string[]): string | undefined =>
  links.map((link) => artistAddress.exec(link)?.[1]?.toLowerCase()).find((id) => id !== undefined)

const artistAddress =
  /^https?:\/\/(?:[a-z]+\.)?musicbrainz\.org\/artist\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i

/**
 * The id of the one artist of this name among what a search has found: exactly as the catalogue writes it, else without
 * its accents or by an alias. Between two of the same name a person decides, by linking the right one.
 */
export function chooseArtist(
  found: readonly JsonRecord[],
  name: string,
): { catalogArtistId: string } | 'none' | 'several' {
  const artists = found.filter(({ score, id }) => Number(score) >= scoreMin && toText(id) !== undefined)
  const exact = artists.filter((artist) => foldSpelling(String(artist.name)) === foldSpelling(name))
  const meant = exact.length > 0 ? exact : artists.filter((artist) => listNames(artist).includes(foldLoosely(name)))
  const [id, second] = new Set(meant.map((artist) => String(artist.id)))
  if (id === undefined) return 'none'
  return second === undefined ? { catalogArtistId: id } : 'several'
}

const listNames = (artist: JsonRecord): string[] =>
  [artist, ...(readList(artist, 'aliases') ?? []).map(toRecord)].map(({ name }) => foldLoosely(String(name)))

/** Accents are left out where they cannot be typed, and "and" is written as a sign. */
const foldLoosely = (name: string) => fold(foldSpelling(name)).replace(/ ?(?:[&+]| and | und | et | y ) ?/g, ' & ')

/**
 * Catalogues write names with typographic signs where people type the plain ones: hyphens are alike, and so are
 * apostrophes, quotation marks and spaces. Upper case first: only so do `ß` and `SS` come out alike.
 */
const foldSpelling = (name: string) =>
  name
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u2018\u2019\u201b\u02bb\u02bc\u02b9\u2032\uff07`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u301d-\u301f\u00ab\u00bb]/g, '"')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
