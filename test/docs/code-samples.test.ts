import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { compile, serveBuilt } from '../support/built.ts'
import { operations } from '../support/bundle.ts'
import { readBlocks } from './blocks.ts'
import { givesRevisions, guide, languages, questions, revisionQuestions, testLanguage } from './citing/test-language.ts'

t.setTimeout(240_000)

type CodeSample = { lang: string; label: string; source: string }
const run = promisify(execFile)
const samples = operations.map(({ id, raw }) => ({ id, samples: raw['x-codeSamples'] as CodeSample[] }))
const sourceIn = (lang: string, of: CodeSample[]) => of.find((sample) => sample.lang === lang)?.source ?? ''

t.test('each sample in TypeScript compiles alone, strictly', async (t) => {
  const folder = t.testdir()
  for (const { id, samples: of } of samples) await writeFile(join(folder, `${id}.ts`), sourceIn('TypeScript', of))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    module: 'nodenext',
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { '@sittings/client': [fileURLToPath(new URL('../../src/clients/typescript/index.ts', import.meta.url))] },
    typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  t.equal(await compile(folder), '')
})

const lacking = ['bash', 'curl'].find((program) => spawnSync(program, ['--version']).status !== 0)
const skip = lacking === undefined ? false : `${lacking} is not installed here`

/** The environment of a sample, on the sample data of a new service. */
async function startForSamples(t: Test) {
  const { base, sign } = await serveBuilt(t)
  return { SITTINGS_URL: base, SITTINGS_TOKEN: await sign(sampleIdentities.claimant), CRON_SECRET: '' }
}

t.test('each sample for a shell succeeds as it stands on the samples of a new service', { skip }, async (t) => {
  const shell = { PATH: process.env.PATH, ...(await startForSamples(t)) }
  for (const { id, samples: of } of samples) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', sourceIn('Shell', of)], { env: shell })
    t.match(stdout, /"status":"ok"|^data: (?!.*"kind":"error")/, `${id}: ${stdout.slice(0, 200)}`)
  }
})

t.test('each sample in TypeScript succeeds, too', async (t) => {
  const client = new URL('../../src/clients/typescript/index.ts', import.meta.url).href
  const env = { ...process.env, ...(await startForSamples(t)) }
  const folder = t.testdirName
  // One program, which names the sample that it is at: a process each would take a minute.
  const program = samples.map(({ id }) => `console.error('${id}')\nawait import('./${id}.ts')\n`).join('')
  await writeFile(join(folder, 'all.ts'), program)
  for (const { id, samples: of } of samples)
    await writeFile(join(folder, `${id}.ts`), sourceIn('TypeScript', of).replace('@sittings/client', client))
  const { stdout } = await run(process.execPath, [join(folder, 'all.ts')], { env })
  t.match(stdout, /^data: (?!.*"kind":"error")/)
})

t.test('the guide is in four languages, and the vectors cover enough', async (t) => {
  for (const [name, { fence }] of Object.entries(languages)) {
    t.equal(readBlocks(guide, fence).length, givesRevisions.has(name) ? 2 : 1, name)
  }
  t.ok(questions.length > 1_000, `${questions.length} windows and quotes`)
  t.ok(questions.some(({ line, answer }) => line.startsWith('window') && answer === '-'))
  t.ok(revisionQuestions.length > 0)
})

testLanguage(t, 'TypeScript')

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
