import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { readBlocks } from './blocks.ts'
import { type Language, languages } from './citing/languages.ts'
import { type Question, questions, revisionQuestions } from './citing/questions.ts'

// Six compilers besides other tests.
t.setTimeout(240_000)

const guide = 'openapi/guides/citing.md'
const beside = fileURLToPath(new URL('citing/', import.meta.url))
const givesRevisions = new Set(['TypeScript', 'Python'])

t.test('the guide is in six languages, and the vectors cover enough', async (t) => {
  for (const [name, { fence }] of Object.entries(languages)) {
    t.equal(readBlocks(guide, fence).length, givesRevisions.has(name) ? 2 : 1, name)
  }
  t.ok(questions.length > 1_000, `${questions.length} windows and quotes`)
  t.ok(questions.some(({ line, answer }) => line.startsWith('window') && answer === '-'))
  t.ok(revisionQuestions.length > 0)
})

for (const [name, language] of Object.entries(languages)) {
  const [program, ...how] = language.needs
  const skip = spawnSync(program, how).status === 0 ? false : `${program} is not installed here`
  t.test(`the guide's ${name} cites as the service does`, { skip }, async (t) => {
    const folder = t.testdir({ [language.guide]: readBlocks(guide, language.fence).join('\n') })
    copyFileSync(join(beside, language.main), join(folder, language.main))
    if (language.compile !== undefined) await run(language.compile, folder)
    const expectedQuestions = givesRevisions.has(name) ? [...questions, ...revisionQuestions] : questions
    t.same(findWrong(expectedQuestions, await runProgram(language, folder, expectedQuestions)), [])
  })
}

t.test('the reference in the guide holds on the samples, by the code of the guide', async (t) => {
  const [reference] = readBlocks(guide, 'json').map((code) => JSON.parse(code))
  const folder = t.testdir({ 'citing.ts': readBlocks(guide, 'ts').join('\n') })
  const { locate, revisionOfSource, windowOf } = await import(join(folder, 'citing.ts'))
  const text = readFileSync(
    new URL('../../scripts/samples/texts/night-ferry-programme-41.txt', import.meta.url),
    'utf8',
  )
  t.equal(revisionOfSource(sampleIdentities.artistId, reference.sourceId, text), reference.revision)
  t.equal(windowOf(text, reference.start, reference.end), reference.quote)
  t.same(locate(text, reference.quote), [reference.start, reference.end])
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
