import type { CodeOptions, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { document, type Schema } from './document.ts'
import { formats } from './formats.ts'
import { toStrictDocument } from './strict-schema.ts'

const root = 'contract'

let ajv: Ajv2020 | undefined

/**
 * Compiles one of the contract's schemas at run time. A built service uses the validators precompiled by
 * scripts/build/plugins.ts first.
 * @throws Error naming a keyword or format that AJV does not know
 */
export function compileSchema(schema: Schema): ValidateFunction {
  ajv ??= createAjv()
  return ajv.compile(toAjvSchema(schema))
}

/** Strict: an unknown keyword is an error, never ignored. Nothing is coerced, defaulted or removed. */
export function createAjv(code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true, code })
  // `example` is OpenAPI's; the extensions say nothing about validity.
  ajv.addVocabulary(['example', 'x-addition', 'x-origin'])
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  const { schemas } = document.components as { schemas: Schema }
  ajv.addSchema({ $id: root, $defs: toAjvSchema(toStrictDocument(schemas)) })
  return ajv
}

/**
 * Rewrites a schema for AJV: references point into the one root, and a discriminator's mapping is dropped, which AJV
 * refuses because it reads the tag from each member's `const`.
 */
export const toAjvSchema = (schema: Schema): Schema => translate(schema) as Schema

/**
 * Where the contract's class of invisible characters ends, and the same with those beyond the basic plane: in
 * JavaScript without the flag `u`, which many clients generate, no class can name them.
 */
const classEnd = '\uFFF8]'
const everyPlane = '\uFFF8\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]'

function translate(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(translate)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      // A property may have the name of a keyword, and its schema is no text.
      if (key === '$ref' && typeof value === 'string')
        return [key, value.replace('#/components/schemas/', `${root}#/$defs/`)]
      if (key === 'pattern' && typeof value === 'string') return [key, value.replaceAll(classEnd, everyPlane)]
      if (key === 'discriminator') return [key, { propertyName: (value as Schema).propertyName }]
      return [key, translate(value)]
    }),
  )
}
