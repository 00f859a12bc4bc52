import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { computeStrongEtag, type StaticAsset as ServedAsset } from '#src/http/send-static-asset.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'

export type ConsoleAsset = ServedAsset<string>

export type ConsoleAssets = {
  /** By path below the version's folder. */
  files: ReadonlyMap<string, ConsoleAsset>
  /** Named by everything in it, so that a browser may keep each file for ever. */
  folder: string
  /** The module that a bare import of the page resolves to. */
  imports: Readonly<Record<string, string>>
}

const pageFolder = fileURLToPath(new URL('page', import.meta.url))

/**
 * The libraries of the page, by the names that it imports them by. Node's own resolution may take another build of a
 * package.
 */
const vendors = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  htm: 'htm/dist/htm.mjs',
  'diff/lib/diff/word.js': 'diff/libesm/diff/word.js',
} as const

/** Their packages, which are read as they stand. */
export const pagePackages: readonly string[] = Object.values(vendors).map((path) => path.split('/')[0] ?? '')

/** Reads and strips everything the page consists of, file by file; meant to be done once in a process. */
export function* loadConsoleAssets(): TimeSliced<ConsoleAssets> {
  const bodies = new Map<string, string>()
  for (const path of readdirSync(pageFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    yield
    if (path.endsWith('.ts'))
      bodies.set(`page/${normalizeSlashes(path)}`, stripTypes(readFileSync(join(pageFolder, path), 'utf8')))
    if (path.endsWith('.css'))
      bodies.set(`page/${normalizeSlashes(path)}`, readFileSync(join(pageFolder, path), 'utf8'))
  }
  const modules = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('preact')))))
  for (const path of Object.values(vendors)) addWithImports(bodies, modules, path)
  const version = digest(JSON.stringify([...bodies])).slice(0, 16)
  const folder = `/console/${version}/`
  const files = [...bodies].map(
    ([path, body]) => [path, { type: chooseMediaType(path), body, tag: computeStrongEtag(body) }] as const,
  )
  const imports = Object.entries(vendors).map(([name, path]) => [name, `${folder}vendor/${path}`])
  return { files: new Map(files), folder, imports: Object.fromEntries(imports) }
}

/** A file of a package and whatever it imports by a relative path, and so on. */
function addWithImports(bodies: Map<string, string>, modules: string, path: string): void {
  if (bodies.has(`vendor/${path}`)) return
  const file = join(modules, path)
  const body = readFileSync(file, 'utf8')
  bodies.set(`vendor/${path}`, body)
  for (const [, imported = ''] of body.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    addWithImports(bodies, modules, normalizeSlashes(relative(modules, resolve(dirname(file), imported))))
  }
}

/** Types become spaces, so that positions in a browser's messages are those of the source. */
function stripTypes(source: string): string {
  // Node warns that the function may change; the version of Node is pinned, so the warning is suppressed.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

const normalizeSlashes = (path: string) => path.replaceAll('\\', '/')
const chooseMediaType = (path: string) => `${path.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`
const digest = (body: string) => createHash('sha256').update(body).digest('hex')
