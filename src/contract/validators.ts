import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { document, type Schema } from './document.ts'

/** What a value breaks first: the path of the field, as in `references/0/quote`, and the reason. */
export type Violation = { field: string; reason: string }
export type Validator = (value: unknown) => Violation | undefined

const root = 'contract'

// Strict: a keyword AJV does not know is an error, never ignored. Nothing is coerced, defaulted or removed.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true, validateSchema: false })
ajvFormats.default(ajv, ['uuid', 'date-time', 'uri'])
ajv.addSchema(withoutMappings(document) as Schema, root)

const compiled = new Map<string, Validator>()

/** The validator of the schema at a JSON pointer (`#/…`) of the bundled contract; compiled once, when first needed. */
export function validatorAt(pointer: string): Validator {
  const known = compiled.get(pointer)
  if (known !== undefined) return known
  const validate = ajv.getSchema(root + pointer)
  if (validate === undefined) throw new Error(`The contract has no schema at ${pointer}`)
  const validator = judgeWith(validate)
  compiled.set(pointer, validator)
  return validator
}

/** The validator of a parameter's schema, which has no pointer of its own once its `$ref` is resolved. */
export const validatorOf = (schema: Schema): Validator => judgeWith(ajv.compile(rebased(schema) as Schema))

function judgeWith(validate: ValidateFunction): Validator {
  return (value) => {
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return error === undefined ? { field: '', reason: 'is not valid' } : violationOf(error)
  }
}

function violationOf(error: ErrorObject): Violation {
  const path = error.instancePath.split('/').slice(1).map(unescaped)
  const { params } = error
  switch (error.keyword) {
    case 'required':
      return { field: [...path, params.missingProperty].join('/'), reason: 'is required' }
    case 'additionalProperties':
      return { field: [...path, params.additionalProperty].join('/'), reason: 'is not accepted' }
    case 'enum':
      return { field: path.join('/'), reason: `must be one of ${params.allowedValues.join(', ')}` }
    case 'const':
      return { field: path.join('/'), reason: `must be ${JSON.stringify(params.allowedValue)}` }
    case 'discriminator':
      return { field: [...path, params.tag].join('/'), reason: 'does not name a known kind' }
    default:
      return { field: path.join('/'), reason: error.message ?? 'is not valid' }
  }
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * OpenAPI's discriminator mapping is for generators; AJV reads the tag from each member's `const` and refuses a mapping.
 */
function withoutMappings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMappings)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === 'discriminator' && isDiscriminator(value)
        ? [key, { propertyName: value.propertyName }]
        : [key, withoutMappings(value)],
    ),
  )
}

const isDiscriminator = (value: unknown): value is { propertyName: string } =>
  typeof value === 'object' && value !== null && 'propertyName' in value && typeof value.propertyName === 'string'

function rebased(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rebased)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? root + value : rebased(value),
    ]),
  )
}
