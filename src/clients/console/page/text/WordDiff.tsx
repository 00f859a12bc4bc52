import { findWordChanges } from './word-changes.ts'

/** Two wordings as one text, with what went and what came. */
export const WordDiff = ({ before, after, label }: { before: string; after: string; label: string }) => (
  <section class="quoted diff" aria-label={label}>
    {findWordChanges(before, after).map(({ state, text }, at) =>
      state === 'kept' ? text : state === 'removed' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>,
    )}
  </section>
)
