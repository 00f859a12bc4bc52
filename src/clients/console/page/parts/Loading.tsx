import type { ComponentChildren } from 'preact'
import type { LoadState } from '../api/use-load.ts'
import { ErrorMessage } from './ErrorMessage.tsx'

type Props<T> = { load: LoadState<T>; what: string; lines?: number; children: (data: T) => ComponentChildren }

/** What was read, or that it is being read, in the place that it will take, or why it could not be. */
export const Loading = <T,>({ load, what, lines = 4, children }: Props<T>) => (
  <div class="loading" aria-busy={load.isBusy}>
    <ErrorMessage failure={load.failure} onAgain={load.reload} />
    {load.data === undefined && load.isBusy && (
      <div class="skeleton" role="status">
        <span class="unseen">Reading {what}…</span>
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} class="bar" />
        ))}
      </div>
    )}
    {load.data !== undefined && children(load.data)}
  </div>
)
