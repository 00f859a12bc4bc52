import { fileURLToPath } from 'node:url'
import { _ } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'esbuild'
import { compileSchema, createAjv, toAjvSchema } from '#src/contract/ajv.ts'
import { listUsedSchemas } from '#src/contract/validators.ts'
import { compileWholeContract } from './whole-contract.ts'

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

const formatName = (index: number) => `validator${index}`
