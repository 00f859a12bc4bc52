import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { runToEnd } from '../../support/program.ts'
import type { Loose } from '../../support/test-context.ts'
import { readBlocks } from '../blocks.ts'

/** How the guide's code becomes a program that answers questions, in each language. */
export type Language = {
  /** The info string of the guide's blocks, and the file that they are copied into beside the program. */
  fence: string
  guide: string
  /** The program beside this file, under the name by which it is compiled. */
  main: string
  compile?: [string, ...string[]]
  run: [string, ...string[]]
}

export const languages: Record<string, Language> = {
  TypeScript: {
    fence: 'ts',
    guide: 'citing.ts',
    main: 'main.ts',
    run: [process.execPath, 'main.ts'],
  },
  Python: {
    fence: 'python',
    guide: 'citing.py',
    main: 'main.py',
    run: ['python3', 'main.py'],
  },
  Go: {
    fence: 'go',
    guide: 'citing.go',
    main: 'main.go',
    compile: ['go', 'build', '-o', 'program', 'main.go', 'citing.go'],
    run: ['./program'],
  },
  Rust: {
    fence: 'rust',
    guide: 'citing.rs',
    main: 'main.rs',
    compile: ['rustc', '--edition', '2021', '-o', 'program', 'main.rs'],
    run: ['./program'],
  },
}

/** The questions of a program, one a line, texts as the hexadecimal digits of their UTF-8, and the expected answers. */
export type Question = { line: string; answer: string }

const vectors: Loose = JSON.parse(readFileSync(new URL('../../../src/text/vectors.json', import.meta.url), 'utf8'))
const decodeUnits = (units: string) => Buffer.from(units, 'hex').swap16().toString('utf16le')
const encodeUtf8 = (units: string) => Buffer.from(decodeUnits(units), 'utf8').toString('hex')

/**
 * Every pair of offsets in and around each text of the vectors that has a form in UTF-8, and the first place of each
 * quote.
 */
export const questions: Question[] = vectors.windows
  .filter(({ utf8 }: Loose) => utf8 !== null)
  .flatMap(({ utf8, length, windows }: Loose) => {
    const readable = new Map<string, string>(
      windows.map((one: Loose) => [`${one.start} ${one.end}`, encodeUtf8(one.quote)]),
    )
    const edges = Array.from({ length: length + 3 }, (_, at) => at - 1)
    const windowQuestions = edges.flatMap((start) =>
      edges.map((end) => ({
        line: `window ${utf8} ${start} ${end}`,
        answer: readable.get(`${start} ${end}`) ?? '-',
      })),
    )
    const found = new Map<string, string>([...readable].map(([place, quote]) => [quote, place] as const).reverse())
    const sought = [...found].map(([quote, place]) => ({ line: `locate ${utf8} ${quote}`, answer: place }))
    return [...windowQuestions, ...sought, { line: `locate ${utf8} 00`, answer: '-' }]
  })

export const revisionQuestions: Question[] = vectors.revisions
  .filter(({ object }: Loose) => object.kind === 'source')
  .map(({ object, revision }: Loose) => ({
    line: `revision ${object.artistId} ${object.sourceId} ${Buffer.from(object.text).toString('hex')}`,
    answer: revision,
  }))

export const guide = 'openapi/guides/citing.md'
export const givesRevisions = new Set(['TypeScript', 'Python'])
const beside = fileURLToPath(new URL('.', import.meta.url))

/** Tests that the guide's code in this language cites as the service does. */
export const testLanguage = (t: Test, name: string) =>
  t.test(`the guide's ${name} cites as the service does`, async (t) => {
    const language = languages[name] as Language
    const folder = t.testdir({ [language.guide]: readBlocks(guide, language.fence).join('\n') })
    copyFileSync(join(beside, language.main), join(folder, language.main))
    if (language.compile !== undefined) await run(language.compile, folder)
    const expectedQuestions = givesRevisions.has(name) ? [...questions, ...revisionQuestions] : questions
    t.same(findWrong(expectedQuestions, await runProgram(language, folder, expectedQuestions)), [])
  })

async function runProgram(
  { run: [program, ...how] }: Language,
  folder: string,
  expectedQuestions: Question[],
): Promise<string[]> {
  const input = `${expectedQuestions.map(({ line }) => line).join('\n')}\n`
  return (await run([program, ...how], folder, input)).trimEnd().split('\n')
}

/** The first few questions with another answer. */
function findWrong(expectedQuestions: Question[], answers: string[]) {
  const results = expectedQuestions.map(({ line, answer }, at) => ({ line, answer, was: answers[at]?.trim() }))
  return results.filter(({ answer, was }) => was !== answer).slice(0, 5)
}

async function run([program, ...how]: [string, ...string[]], cwd: string, input = ''): Promise<string> {
  // Go searches for a module around its files, and may fetch another Go.
  const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', NODE_OPTIONS: '' }
  const { code, stdout, stderr } = await runToEnd(program, how, { cwd, env, input })
  if (code !== 0) throw new Error(`${program} ${how.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}
