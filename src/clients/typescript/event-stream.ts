/**
 * The events of a `text/event-stream` response, one parsed `data` at a time. Comments, which keep the connection open,
 * are skipped, and so is an event whose end never came. Ending the loop ends the connection.
 */
export async function* parseEventStream<Event>(response: Response): AsyncGenerator<Event, void> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += value
      const blocks = unread.split(/\r?\n\r?\n/)
      unread = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = parseData(block)
        if (data !== undefined) yield JSON.parse(data)
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseData(block: string): string | undefined {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? undefined : lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n')
}
