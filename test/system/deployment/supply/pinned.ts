import { readFileSync } from 'node:fs'
import type { Package } from '../../../../scripts/sbom/lock.ts'

type Manifest = { allowScripts: Record<string, boolean> } & Record<
  'dependencies' | 'optionalDependencies' | 'devDependencies',
  Record<string, string>
>

export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))

/**
 * Everything that could bring in something else than the registry's package of that version, which its SHA-512 pins.
 */
export function listLoose(packages: readonly Package[]): string[] {
  return packages.flatMap(({ path, integrity, resolved, link, inBundle }) => {
    if (link === true) return [`${path} is a link`]
    if (inBundle === true) return [`${path} comes inside another package, pinned by nothing of its own`]
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) return [`${path} has no SHA-512`]
    if (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved))
      return [`${path} comes from ${resolved}`]
    return []
  })
}

/** Direct dependencies without an exact version; a major alone is enough for types, which ship nothing. */
export const listUnpinned = ({ dependencies, optionalDependencies, devDependencies }: Manifest): string[] =>
  Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
    .filter(([name, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !name.startsWith('@types/'))
    .map(([name, version]) => `${name} is asked for as ${version}`)

/** Install scripts without a decision, and decisions about missing scripts. */
export function listUndecidedScripts(packages: readonly Package[], { allowScripts }: Manifest): string[] {
  const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  const undecided = [...withScript].filter((name) => !(name in allowScripts))
  const idle = Object.keys(allowScripts).filter((name) => !withScript.has(name))
  return [
    ...undecided.map((name) => `${name} has an install script that allowScripts does not list`),
    ...idle.map((name) => `allowScripts lists ${name}, which has no install script`),
  ]
}

/** Licences that allow shipping without publishing our own code. */
const permissive = new Set(
  ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'].concat([
    'BlueOak-1.0.0',
    'Unlicense',
    'CC0-1.0',
  ]),
)

/** Deployed packages under another licence, or without one. Of alternatives one is enough. */
export const listUnlicensed = (packages: readonly Package[]): string[] =>
  packages
    .filter(({ dev, name }) => dev !== true && !isRuntime(name))
    .filter(
      ({ license = '' }) =>
        !license
          .replaceAll(/[()]/g, '')
          .split(' OR ')
          .some((one) => permissive.has(one)),
    )
    .map(({ name, license }) => `${name} is under ${license ?? 'no licence that it names'}`)

/** Node itself, as npm packages it; one platform's package omits the licence (MIT). */
const isRuntime = (name: string) => /^node-(bin-)?(linux|darwin|win)-/.test(name)
