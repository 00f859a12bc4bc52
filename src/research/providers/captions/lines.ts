/**
 * The lines of a text one after the other: two megabytes may be as many lines, and to split them takes a tenth of a
 * second. CR CR LF, which some programs make of CR LF, is one end of a line.
 */
export function* listLines(content: string): Generator<string> {
  const ending = /\r{0,3}\n|\r/g
  let start = content.startsWith('\uFEFF') ? 1 : 0
  for (const { 0: found, index } of content.matchAll(ending)) {
    if (index < start) continue
    yield content.slice(start, index)
    start = index + found.length
  }
  yield content.slice(start)
}
