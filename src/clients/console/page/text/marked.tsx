import { diffWordsWithSpace } from 'diff'

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** A passage in which the searched words are marked where they stand as words, without regard to case. */
export function Found({ text, query }: { text: string; query: string }) {
  const searched = new Set(
    [...words.segment(query.toLowerCase())].flatMap((one) => (one.isWordLike ? one.segment : [])),
  )
  return (
    <p class="quoted">
      {[...words.segment(text)].map(({ segment, index }) =>
        searched.has(segment.toLowerCase()) ? <mark key={index}>{segment}</mark> : segment,
      )}
    </p>
  )
}

export const WordDiff = ({ before, after, label }: { before: string; after: string; label: string }) => (
  <section class="quoted diff" aria-label={label}>
    {diffWordsWithSpace(before, after).map(({ added, removed, value }, at) =>
      added ? <ins key={at}>{value}</ins> : removed ? <del key={at}>{value}</del> : value,
    )}
  </section>
)
