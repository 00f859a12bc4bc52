import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { readBlocks } from '../blocks.ts'
import { type Language, languages } from './languages.ts'
import { type Question, questions, revisionQuestions } from './questions.ts'

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

function run([program, ...how]: [string, ...string[]], cwd: string, input = ''): Promise<string> {
  // Go searches for a module around its files, and may fetch another Go.
  const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '', NODE_OPTIONS: '' }
  return new Promise((resolve, reject) => {
    const child = execFile(program, how, { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${program} ${how.join(' ')}: ${error.message} ${stderr}`))
    })
    child.stdin?.end(input)
  })
}
