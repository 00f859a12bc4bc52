/*
 * Run while an image is made: removes every package that the programs in `built/` already contain. The rest is read at
 * run time by its own name or path, and whatever that needs.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unbundledPackages } from './unbundled.ts'

type LockEntry = { dev?: boolean; optional?: boolean; devOptional?: boolean }

const folder = fileURLToPath(new URL('../../node_modules', import.meta.url))
const lock: { packages: Record<string, LockEntry> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
)
const installed = readdirSync(folder)
  .flatMap((name) => (name.startsWith('@') ? readdirSync(`${folder}/${name}`).map((one) => `${name}/${one}`) : [name]))
  .filter((name) => !name.startsWith('.'))

const needed = new Set<string>()
for (const name of installed) if (isUnbundled(name)) keep(name)
for (const name of installed) if (!needed.has(name)) rmSync(`${folder}/${name}`, { recursive: true })
for (const scope of readdirSync(folder).filter((name) => name.startsWith('@'))) {
  if (readdirSync(`${folder}/${scope}`).length === 0) rmdirSync(`${folder}/${scope}`)
}
rmSync(`${folder}/.bin`, { recursive: true, force: true })
process.stderr.write(`kept ${needed.size} packages of ${installed.length}\n`)

function isUnbundled(name: string): boolean {
  return unbundledPackages.some((one) => (one.endsWith('/*') ? name.startsWith(one.slice(0, -1)) : name === one))
}

/** By the lock file's own marks. */
function isDeployed(name: string): boolean {
  const { dev, optional, devOptional } = lock.packages[`node_modules/${name}`] ?? {}
  return !dev && !optional && !devOptional
}

/** With its dependencies, and those of the packages inside it. */
function keep(name: string): void {
  if (needed.has(name) || !installed.includes(name) || !isDeployed(name)) return
  needed.add(name)
  for (const manifest of listManifests(`${folder}/${name}`)) {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) keep(needed)
  }
}

function listManifests(manifest: string): string[] {
  const inside = `${manifest}/node_modules`
  const nested = existsSync(inside) ? readdirSync(inside, { recursive: true, encoding: 'utf8' }) : []
  const manifests = nested.filter((path) => path.endsWith('/package.json')).map((path) => `${inside}/${path}`)
  return [`${manifest}/package.json`, ...manifests]
}
