/** A text in which the searched words are marked, without regard to case. */
export function Found({ text, words }: { text: string; words: readonly string[] }) {
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  if (pattern === '') return <>{text}</>
  const pieces = text.split(new RegExp(`(${pattern})`, 'iu'))
  return <>{pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</>
}

/** The words of a search, each as it was typed. */
export const splitWords = (query: string): string[] => query.split(/\s+/).filter((word) => word !== '')

/** Whether a text holds every searched word. */
export const holdsAll = (text: string, words: readonly string[]): boolean => {
  const folded = text.toLowerCase()
  return words.every((word) => folded.includes(word.toLowerCase()))
}
