import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { heyApi, openapiTypescript, orval } from '../../scripts/sdk/typescript.ts'
import { signLocalToken } from '../../src/auth/tokens.ts'
import { startBuilt } from '../support/built.ts'
import { compile } from '../support/compile.ts'

// Generating and compiling three clients, beside other tests.
t.setTimeout(220_000)

const run = promisify(execFile)
const sittings = new URL('sittings/', import.meta.url)
const data = t.testdir()

const service = await startBuilt({ DATA_FOLDER: data, EVENT_LOOP_DELAY_MS_MAX: '60000' })
t.teardown(() => service.end('SIGTERM'))
const config = loadConfig({ DATA_FOLDER: data })
const token = await signLocalToken(config, {
  subject: sampleIdentities.claimant,
  ttl: 3_600,
  environment: config.environment,
})
const story = JSON.stringify({ baseUrl: service.base, token, artistId: sampleIdentities.artistId })

/** The strictest that a client team sets. Generated code is compiled with it as well, not only what uses it. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  skipLibCheck: true,
  outDir: 'js',
  rootDir: '.',
}

const generators = {
  'openapi-fetch': openapiTypescript,
  'hey-api': heyApi,
  orval: (out: string) => orval(out, service.base),
}

for (const [name, generate] of Object.entries(generators)) {
  t.test(`${name}: generated from the contract, compiled strictly, a sitting is held with it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sittings-sdk-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }))
    for (const [from, to] of [
      [name, 'sitting'],
      ['story', 'story'],
    ]) {
      await writeFile(join(folder, `${to}.ts`), await readFile(new URL(`${from}.txt`, sittings), 'utf8'))
    }
    await generate(join(folder, 'generated'))
    t.equal(await compile(folder), '', 'it compiles')
    const { stdout } = await run(process.execPath, ['js/sitting.js', story], { cwd: folder })
    t.same(JSON.parse(stdout), ['finished', 'The vox humana. It sounded like nobody I know. 🔔', 409, 'state_changed'])
  })
}
