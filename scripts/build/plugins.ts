import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _ } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'esbuild'
import { bundleConsole } from '#src/clients/console/bundle.ts'
import { compileSchema, createAjv, toAjvSchema } from '#src/contract/ajv.ts'
import { operationContracts } from '#src/contract/document.ts'
import { createRequestParser } from '#src/contract/request-parser.ts'
import { createEventValidator, createResponseCheck } from '#src/contract/response-check.ts'
import { listUsedSchemas } from '#src/contract/validators.ts'
import { readGuides } from '#src/http/docs/guides/read.ts'
import '#src/app.ts'

const compiler = fileURLToPath(new URL('../../src/contract/ajv.ts', import.meta.url))

/**
 * Replaces AJV by what it would compile of the contract's schemas; a built service loads AJV for any other schema
 * alone. Compiling at every start takes as long as all the rest of it.
 */
export const precompileValidators: Plugin = {
  name: 'compiled validators',
  setup(build) {
    build.onResolve({ filter: /^\.\/ajv\.ts$/ }, ({ importer }) =>
      importer.endsWith('/contract/validators.ts') ? { path: 'validators', namespace: 'compiled' } : undefined,
    )
    build.onLoad({ filter: /^validators$/, namespace: 'compiled' }, () => ({
      contents: buildValidatorSource(),
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
      loader: 'js',
    }))
  },
}

/** A module with what `src/contract/ajv.ts` exports to `validators.ts`, with the schemas in use compiled already. */
function buildValidatorSource(): string {
  compileWholeContract()
  const schemas = listUsedSchemas()
  const ajv = createAjv({ source: true, esm: true, formats: _`formats` })
  schemas.forEach((schema, index) => {
    ajv.addSchema(toAjvSchema(schema), formatName(index))
  })
  const code = standalone.default(
    ajv,
    Object.fromEntries(schemas.map((_schema, index) => [formatName(index), formatName(index)])),
  )
  const known = schemas.map((schema, index) => `[${JSON.stringify(JSON.stringify(schema))}, ${formatName(index)}]`)
  return `import { formats } from '#src/contract/formats.ts'
${code}
const known = new Map([${known.join(',\n')}])
export const ${compileSchema.name} = (schema) => known.get(JSON.stringify(schema)) ?? require(${JSON.stringify(compiler)}).${compileSchema.name}(schema)
`
}

/** Compiles every validator of a service: by its modules, which do so as they are loaded, and by its routes. */
function compileWholeContract(): void {
  for (const operation of operationContracts.values()) {
    createRequestParser(operation)
    createResponseCheck(operation)
    createEventValidator(operation)
  }
}

const formatName = (index: number) => `validator${index}`

/** Functions without arguments by the module that exports them. */
const functions: Readonly<Record<string, () => Promise<unknown>>> = {
  'src/clients/console/bundle.ts': bundleConsole,
  'src/http/docs/guides/read.ts': readGuides,
}

/** Replaces these modules by the results of their functions: a built service needs neither their tools nor sources. */
export const includeResults: Plugin = {
  name: 'results of the build',
  setup(build) {
    for (const [path, make] of Object.entries(functions)) {
      const filter = new RegExp(`[/\\\\]${path.replaceAll('/', '[/\\\\]').replaceAll('.', '\\.')}$`)
      build.onLoad({ filter }, async () => ({
        contents: `const result = ${JSON.stringify(await make())}\nexport const ${make.name} = async () => result`,
        loader: 'js',
      }))
    }
  },
}

const programBeside = /(new URL\('\.\/[\w-]+(?:-worker\.ts|\.js)', import\.meta\.url\))/

/**
 * Files that a module finds relative to its own path (the contract, migrations, pages, samples) are found in the build
 * too: its `import.meta.url` is that of its source. Threads and programs are started from the build.
 */
export const mapSourcePaths = (root: string, folder: string): Plugin => ({
  name: 'places of sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes('/node_modules/')) return undefined
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta.url')) return undefined
      const url = `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`
      const contents = source
        .split(programBeside)
        .map((part, index) =>
          index % 2 === 1 ? part.replace(".ts'", ".js'") : part.replaceAll('import.meta.url', url),
        )
        .join('')
      return { contents, loader: 'ts' }
    })
  },
})

/** A map that names no source. */
const nowhere = `data:application/json;base64,${btoa(JSON.stringify({ version: 3, sources: [''], mappings: 'A' }))}`

/** The lines of packages are omitted from the maps, which otherwise would be five times the size and are read whole. */
export const omitSourceMapsOfPackages: Plugin = {
  name: 'packages unmapped',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=${nowhere}`,
      loader: 'js',
    }))
  },
}
