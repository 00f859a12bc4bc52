/** Comments, strings, quoted names and dollar-quoted bodies, in which a semicolon ends nothing; and the semicolon. */
const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/** The statements of a migration, one by one: a cluster passes each on to its nodes by its own text. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let begin = 0
  for (const { 0: part, index } of script.matchAll(parts)) {
    if (part !== ';') continue
    statements.push(script.slice(begin, index))
    begin = index + 1
  }
  return [...statements, script.slice(begin)].filter((one) => one.replaceAll(/--[^\n]*/g, '').trim() !== '')
}
