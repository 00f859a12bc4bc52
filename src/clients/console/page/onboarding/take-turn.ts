import { openStream } from '../api/call.ts'
import { createOfflineError } from '../api/request-error.ts'
import type { Schemas } from '../api/shapes.ts'

/** The events of one turn, as they come. A stream that breaks off is a `RequestError`: the same turn may be resent. */
export async function* takeTurn(
  artistId: string,
  turn: Schemas['OnboardingTurn'],
): AsyncGenerator<Schemas['OnboardingEvent'], void> {
  const { body } = await openStream('takeOnboardingTurn', { path: { artistId }, body: turn })
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw createOfflineError()
    })
    if (done) return
    const blocks = (unread + value).split('\n\n')
    unread = blocks.pop() ?? ''
    // Comments, which begin with a colon, keep the connection open.
    for (const block of blocks) if (block.startsWith('data:')) yield JSON.parse(block.slice('data:'.length))
  }
}
