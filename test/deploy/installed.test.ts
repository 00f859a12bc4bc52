import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { copyInstalled, isSameInstallation } from '../system/deployment/installed.ts'

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>

const one = { version: '1.0.0', integrity: 'sha512-one' }
const other = { version: '2.0.0', integrity: 'sha512-other' }
const elsewhere = { version: '3.0.0', integrity: 'sha512-elsewhere', optional: true }
const locked = { '': {}, 'node_modules/one': one, 'node_modules/other': other, 'node_modules/elsewhere': elsewhere }

/** A project with such installed packages, and a draft of an image with such a lock file. */
function foldersWith(t: Test, { installed, locked }: { installed: Packages; locked: Packages }) {
  const record = { '.package-lock.json': JSON.stringify({ packages: installed }), '.cache': { code: '' }, one: {} }
  const image = { 'package-lock.json': JSON.stringify({ packages: locked }) }
  const folder = t.testdir({ project: { node_modules: record }, image })
  writeFileSync(join(folder, 'project/node_modules/one/index.js'), '')
  return { project: join(folder, 'project'), image: join(folder, 'image') }
}

t.test(
  'packages match a lock file when each has its hash, and only those for other platforms are missing',
  async (t) => {
    const { '': own, 'node_modules/elsewhere': absent, ...here } = locked
    const cases = [
      { installed: here, holds: true },
      { installed: { ...here, 'node_modules/elsewhere': absent }, holds: true },
      { installed: { 'node_modules/one': one }, holds: false },
      { installed: { ...here, 'node_modules/one': { ...one, integrity: 'sha512-another' } }, holds: false },
      { installed: { ...here, 'node_modules/more': one }, holds: false },
    ]
    for (const { installed, holds } of cases) {
      const { project, image } = foldersWith(t, { installed, locked })
      t.equal(isSameInstallation(project, image), holds, Object.keys(installed).join(', '))
    }
  },
)

t.test('a project without an installation has none', async (t) => {
  const folder = t.testdir({ project: {}, image: { 'package-lock.json': JSON.stringify({ packages: locked }) } })
  t.notOk(isSameInstallation(join(folder, 'project'), join(folder, 'image')))
})

t.test('packages are copied, without caches beside them', async (t) => {
  const { project, image } = foldersWith(t, { installed: {}, locked: {} })
  copyInstalled(project, image)
  t.ok(existsSync(join(image, 'node_modules/one/index.js')))
  t.notOk(existsSync(join(image, 'node_modules/.cache')))
})
