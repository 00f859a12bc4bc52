import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Failure, LoadState, SaveState } from '../api/index.ts'

type MessageProps = { failure: Failure; onAgain?: () => unknown }

/** A failure: one of a read with `onAgain`; one of what the user has just done comes into sight with the focus. */
function FailureMessage({ failure, onAgain }: MessageProps) {
  const message = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (onAgain !== undefined) return
    message.current?.focus({ preventScroll: true })
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div class="notice bad" role="alert" tabindex={-1} ref={message}>
      <p>
        <strong>{failure.message.replace(/\.?$/, '.')}</strong> {failure.advice}{' '}
        {failure.requestId && <span class="hint">Request {failure.requestId}</span>}
      </p>
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  )
}

type LoadingProps<T> = { load: LoadState<T>; what: string; children: (data: T) => ComponentChildren }

/** What was read, or that it is being read, or why it could not be. */
export const Loading = <T,>({ load, what, children }: LoadingProps<T>) => (
  <div class="loading" aria-busy={load.isBusy}>
    {load.failure && <FailureMessage failure={load.failure} onAgain={load.reload} />}
    {load.data === undefined && load.isBusy && (
      <p class="hint reading-on" role="status">
        Reading {what}…
      </p>
    )}
    {load.data !== undefined && children(load.data)}
  </div>
)

/** `failed`: for what is not a save, such as a copy or a start. */
type StatusProps = { saving: SaveState; failed?: string }

/** The state of a save: always present, so that a screen reader announces each change of it. */
export const SaveStatus = ({ saving: { step, words, failure }, failed = 'Not saved' }: StatusProps) => (
  <div class="save-status">
    <p role="status" class="good">
      {step === 'saving' ? 'Saving…' : words && `✓ ${words}`}
    </p>
    {failure && (
      <>
        <p class="wrong">✗ {failed}</p>
        <FailureMessage failure={failure} />
      </>
    )}
  </div>
)
