import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'

type Props = { failure: Failure | undefined; onAgain?: (() => unknown) | undefined; takesFocus?: boolean }

/** A failure, announced at once to a screen reader, with a way to try again. */
export const ErrorMessage = ({ failure, ...rest }: Props) =>
  failure === undefined ? null : <Message failure={failure} {...rest} />

/** With `takesFocus`, for a failure of what the user has just done, it comes into sight with the focus. */
function Message({ failure, onAgain, takesFocus = false }: Props & { failure: Failure }) {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    message.current?.focus({ preventScroll: true })
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div class="notice bad" role="alert" tabindex={-1} ref={message}>
      <p>
        <strong>{failure.message.replace(/\.?$/, '.')}</strong> {failure.advice}
      </p>
      {failure.requestId !== undefined && (
        <p class="hint">
          Request <code>{failure.requestId}</code>
        </p>
      )}
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  )
}
