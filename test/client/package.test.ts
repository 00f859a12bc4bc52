import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { packClient } from '../../scripts/build/pack-client.ts'
import { compile, serveBuilt } from '../support/built.ts'
import { readCode } from './guides.ts'

// Packing, installing and a service of its own, besides other tests.
t.setTimeout(220_000)

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)
const at = (path: string) => fileURLToPath(new URL(path, root))

/** A user's project: only the installed package, and Node's types. */
async function teamWithPackage(folder: string): Promise<void> {
  const tarball = await packClient(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a-team', private: true, type: 'module' }))
  const install = ['install', '--offline', '--no-audit', '--no-fund', `--cache=${join(folder, '.npm')}`, tarball]
  await run('npm', install, { cwd: folder })
  await symlink(at('node_modules/@types'), join(folder, 'node_modules/@types'))
  await symlink(at('node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    module: 'nodenext',
    noEmit: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
}

const folder = await mkdtemp(join(tmpdir(), 'sittings-package-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
await teamWithPackage(folder)
const installed = join(folder, 'node_modules/@sittings/client')

t.test('the packed client, installed without a network and alone, works as its guide says', async (t) => {
  t.same((await readdir(installed)).sort(), ['README.md', 'dist', 'guides', 'package.json', 'workflows.arazzo.yaml'])
  t.same(await readdir(join(folder, 'node_modules/@sittings')), ['client'])

  await writeFile(join(folder, 'guide.ts'), readCode('README.md'))
  await writeFile(join(folder, 'guide.mjs'), readCode('README.md'))
  await writeFile(join(folder, 'conflicts.ts'), readCode('CONFLICTS.md'))
  await writeFile(join(folder, 'sandbox.ts'), readCode('sandbox'))
  await writeFile(join(folder, 'sandbox.mjs'), readCode('sandbox'))
  t.equal(await compile(folder), '', 'every block of the guides compiles, strictly')

  const { base, sign } = await serveBuilt(t, { CHAOS: 'on-demand' })
  const env = { PATH: process.env.PATH, SITTINGS_URL: base, SITTINGS_TOKEN: await sign('mara') }
  const { stdout, stderr } = await run(process.execPath, ['guide.mjs'], { cwd: folder, env })
  t.match(JSON.parse(stdout), {
    finished: { session: { state: 'finished', questions: [{ answer: 'The vox humana, and the tremulant.' }] } },
    brief: { status: 'ok', generatedLoreSummary: String },
    sources: Number,
    refused: 403,
  })
  t.match(stderr, /lore_refresh: \d+ of \d+/)
  t.match(stderr, /now at profiles/)
  const inSandbox = await run(process.execPath, ['sandbox.mjs'], { cwd: folder, env })
  t.match(inSandbox.stdout, /^listMyArtists: Storage is unavailable.*\. Again in \d+ ms\nMara Quill\n$/)
})

t.test('npm pack in the folder of the sources refuses to make a package without code', async (t) => {
  const destination = t.testdir()
  const packed = run('npm', ['pack', '--pack-destination', destination], { cwd: at('src/clients/typescript') })
  await t.rejects(packed, { code: 1, stderr: /is not built here: `npm run build` in the repository packs it/ })
  t.same(await readdir(destination), [])
})

t.test('the client is built for browsers: its files import only each other', async (t) => {
  // What is packed in place of contract.ts.
  const types = 'src/contract/types.gen.ts'
  const files = (await readdir(at('src/clients/typescript'))).filter((name) => name.endsWith('.ts'))
  t.ok(files.length > 10)
  for (const name of files) {
    const text = await readFile(at(name === 'contract.ts' ? types : `src/clients/typescript/${name}`), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import) '([^']+)'/g)) t.match(from, /^\.\/[\w.-]+\.ts$/, name)
  }
})
