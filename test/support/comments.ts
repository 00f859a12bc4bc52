/** How a line comment begins. */
export const findMark = (path: string) => (path.endsWith('.sql') ? '--' : /\.(ts|mjs)$/.test(path) ? '//' : '#')

/** A comment's first line, and its text without marks; line comments below each other are one. */
export type Comment = { place: string; lines: string[] }

export function findComments(path: string, text: string): Comment[] {
  const mark = findMark(path)
  const comments: Comment[] = []
  let kind: 'block' | 'lines' | undefined
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const isNew = kind === undefined || (kind === 'lines' && !line.startsWith(mark))
    if (isNew) kind = line.startsWith('/*') ? 'block' : line.startsWith(mark) ? 'lines' : undefined
    const trailing = kind === undefined ? line.split(` ${mark} `).slice(1) : []
    if (kind === undefined && trailing.length === 0) continue
    if (isNew) comments.push({ place: `${path}:${at + 1}`, lines: [] })
    comments.at(-1)?.lines.push(...trailing, ...(kind ? [line.replace(/^(\/\*\*?|\*(?!\/)|\/\/|--|#)\s?/, '')] : []))
    if (kind === 'block' && line.includes('*/')) kind = undefined
  }
  return comments.map(({ place, lines }) => ({ place, lines: lines.map((line) => line.replace(/\s*\*\/$/, '')) }))
}
