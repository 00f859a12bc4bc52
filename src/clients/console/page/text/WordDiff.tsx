import { diffWordsWithSpace } from 'diff'

export const WordDiff = ({ before, after, label }: { before: string; after: string; label: string }) => (
  <section class="quoted diff" aria-label={label}>
    {diffWordsWithSpace(before, after).map(({ added, removed, value }, at) =>
      added ? <ins key={at}>{value}</ins> : removed ? <del key={at}>{value}</del> : value,
    )}
  </section>
)
