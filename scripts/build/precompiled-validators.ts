import { fileURLToPath } from 'node:url'
import { _ } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'esbuild'
import { compileSchema, createAjv, toAjvSchema } from '#src/contract/ajv.ts'
import { listUsedSchemas } from '#src/contract/validators.ts'
import { compileWholeContract } from './whole-contract.ts'

const compiler = fileURLToPath(new URL('../../src/contract/ajv.ts', import.meta.url))

/**
 * Puts what AJV would make of the contract's schemas in the place of AJV, which a built service loads for any other
 * schema alone: making it at every start takes as long as all the rest of it.
 */
export const precompileValidators: Plugin = {
  name: 'made judges',
  setup(build) {
    build.onResolve({ filter: /^\.\/ajv\.ts$/ }, ({ importer }) =>
      importer.endsWith('/contract/validators.ts') ? { path: 'judges', namespace: 'made' } : undefined,
    )
    build.onLoad({ filter: /^judges$/, namespace: 'made' }, () => ({
      contents: sourceOfJudges(),
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
      loader: 'js',
    }))
  },
}

/**
 * A module with what `src/contract/ajv.ts` exports to `validators.ts`, in which the schemas in use are compiled
 * already.
 */
function sourceOfJudges(): string {
  compileWholeContract()
  const schemas = listUsedSchemas()
  const ajv = createAjv({ source: true, esm: true, formats: _`formats` })
  schemas.forEach((schema, index) => {
    ajv.addSchema(toAjvSchema(schema), nameOf(index))
  })
  const code = standalone.default(
    ajv,
    Object.fromEntries(schemas.map((_schema, index) => [nameOf(index), nameOf(index)])),
  )
  const known = schemas.map((schema, index) => `[${JSON.stringify(JSON.stringify(schema))}, ${nameOf(index)}]`)
  return `import { formats } from '#src/contract/formats.ts'
${code}
const known = new Map([${known.join(',\n')}])
export const ${compileSchema.name} = (schema) => known.get(JSON.stringify(schema)) ?? require(${JSON.stringify(compiler)}).${compileSchema.name}(schema)
`
}

const nameOf = (index: number) => `judge${index}`
