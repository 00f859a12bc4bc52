/** A passage in which the searched words are marked, without regard to case. */
export function Found({ text, query }: { text: string; query: string }) {
  const pattern = query.match(/[\p{L}\p{N}]+/gu)?.join('|')
  const pieces = pattern === undefined ? [text] : text.split(new RegExp(`(${pattern})`, 'iu'))
  return <p class="quoted">{pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</p>
}
