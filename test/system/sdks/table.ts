import { readFile, writeFile } from 'node:fs/promises'
import { untried } from './clients.ts'
import type { Trial } from './try-client.ts'

const guide = new URL('../../../openapi/guides/generators.md', import.meta.url)
const [begin, end] = ['<!-- made by npm run test:sdks -- --write -->', '<!-- end -->']

export function formatTable(trials: readonly Trial[]): string {
  const rows = trials.map(({ client, warnings, generated, compiled, held, streamed }) => [
    client.name,
    client.language,
    client.version,
    formatYesNo(generated),
    formatYesNo(compiled),
    client.hold === undefined ? 'not tried' : formatYesNo(held),
    client.hold === undefined ? 'not tried' : streamed ? 'yes' : 'cannot',
    String(warnings),
  ])
  const head = [
    'generator',
    'language',
    'version',
    'generates',
    'compiles',
    'holds a sitting',
    'reads the stream',
    'warnings',
  ]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const formatYesNo = (done: boolean | undefined) => (done === true ? 'yes' : 'no')

/** Writes the table, and what cannot be tried, between the marks of the guide. */
export async function writeTable(trials: readonly Trial[]): Promise<void> {
  const text = await readFile(guide, 'utf8')
  const [before, rest] = text.split(begin)
  const [, after] = (rest ?? '').split(end)
  if (before === undefined || after === undefined) throw new Error('The guide has lost the marks of its table')
  const reasons = untried.map(({ name, language, reason }) => `- **${name}** (${language}): ${reason}.`).join('\n')
  await writeFile(guide, `${before}${begin}\n${formatTable(trials)}\n\nNot tried:\n\n${reasons}\n${end}${after}`)
}
