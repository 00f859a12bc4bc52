/** Statements by what they do, short enough for a line of a schedule: `begin`, `lock artists`, `read …`, `write …`. */
const known = new Map<string, string>()

export function summarizeStatement(sql: string): string {
  const words = known.get(sql) ?? describe(sql)
  known.set(sql, words)
  return words
}

/**
 * Whether a transaction that has run this excludes every other from the same statement until it ends.
 */
export const doesLockArtist = (words: string): boolean => words === 'lock artists'

function describe(sql: string): string {
  const [first = ''] = sql.trimStart().toLowerCase().split(' ', 1)
  if (first === 'start' || first === 'begin') return 'begin'
  if (first === 'commit' || first === 'rollback') return first
  const written = listTables(sql, /(?<!\bfor |\bkey |\bdo )\b(?:insert into|update|delete from) "?(\w+)"?/gi)
  if (written.length > 0) return `write ${written.join(' + ')}`
  const read = listTables(sql, /\b(?:from|join) "?(\w+)"?/gi)
  const locks = /\bfor (?:no key )?update\b/i.test(sql)
  // A statement that locks the artist also looks up the caller, and every read the artist as well.
  if (locks) return `lock ${read.includes('artists') ? 'artists' : read[0]}`
  const own = read.filter((table) => !['users', 'artists', 'claims', 'select'].includes(table))
  return `read ${(own.length > 0 ? own : read).slice(0, 3).join(' + ') || 'the clock'}`
}

const listTables = (sql: string, pattern: RegExp) => [
  ...new Set([...sql.matchAll(pattern)].map(([, table = '']) => table)),
]
