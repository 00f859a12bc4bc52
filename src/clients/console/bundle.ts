import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The console as a browser loads it: one script and one style sheet. */
type ConsoleBundle = { script: string; style: string }

const entry = fileURLToPath(new URL('page/main.tsx', import.meta.url))
const styleSheet = fileURLToPath(new URL('page/style.css', import.meta.url))

/** Bundles with esbuild, in a fifth of a second. A built service contains the result (scripts/build/plugins.ts). */
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { build, transform } = await import('esbuild')
  const shared = { minify: true, target: 'es2023', legalComments: 'none', logLevel: 'warning' } as const
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Not the repository's: its settings are those of the service.
    tsconfigRaw: {},
  })
  const style = await transform(readFileSync(styleSheet, 'utf8'), { ...shared, loader: 'css' })
  return { script: outputFiles[0]?.text ?? '', style: style.code }
}
