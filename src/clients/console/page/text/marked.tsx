import { diffWordsWithSpace } from 'diff'

/** A passage in which the searched words are marked, without regard to case. */
export function Found({ text, query }: { text: string; query: string }) {
  const pattern = query.match(/[\p{L}\p{N}]+/gu)?.join('|')
  const pieces = pattern === undefined ? [text] : text.split(new RegExp(`(${pattern})`, 'iu'))
  return <p class="quoted">{pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</p>
}

export const WordDiff = ({ before, after, label }: { before: string; after: string; label: string }) => (
  <section class="quoted diff" aria-label={label}>
    {diffWordsWithSpace(before, after).map(({ added, removed, value }, at) =>
      added ? <ins key={at}>{value}</ins> : removed ? <del key={at}>{value}</del> : value,
    )}
  </section>
)
