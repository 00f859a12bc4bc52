/** `npm run sdk -- LANGUAGE [--out FOLDER]` makes a client of the contract in a language. Without one it lists them. */
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generators } from './sdk/languages.ts'
import { CommandError } from './sdk/run.ts'

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const [language = '', ...more] = positionals
const generator = Object.hasOwn(generators, language) && more.length === 0 ? generators[language] : undefined

if (generator === undefined) {
  console.error('npm run sdk -- LANGUAGE [--out FOLDER], where LANGUAGE is one of')
  for (const [name, { description }] of Object.entries(generators)) console.error(`  ${name.padEnd(14)} ${description}`)
  process.exitCode = 2
} else {
  const out = resolve(values.out ?? join(tmpdir(), 'sittings-sdk', language))
  try {
    await mkdir(out, { recursive: true })
    await generator.make(out)
    console.log(out)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
