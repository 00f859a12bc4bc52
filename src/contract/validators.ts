import type { ErrorObject, ValidateFunction } from 'ajv'
import { compileSchema } from './ajv.ts'
import type { Schema } from './document.ts'

/** The first violation: the path of the field, as in `references/0/quote`, and the reason. */
export type Violation = { field: string; reason: string }
export type Validator = (value: unknown) => Violation | undefined

const validators = new Map<string, Validator>()

/** The validator of a schema, compiled at its first use. */
export function getValidator(schema: Schema): Validator {
  const key = JSON.stringify(schema)
  const validator = validators.get(key) ?? createLazyValidator(schema)
  validators.set(key, validator)
  return validator
}

/** Lazy: compiling all schemas takes longer than the rest of the start, and most processes need few. */
function createLazyValidator(schema: Schema): Validator {
  let validate: Validator | undefined
  return (value) => {
    validate ??= wrapAjv(compileSchema(schema))
    return validate(value)
  }
}

/** The schemas in use, which a build precompiles. */
export const listUsedSchemas = (): Schema[] => [...validators.keys()].map((key) => JSON.parse(key))

function wrapAjv(validate: ValidateFunction): Validator {
  return (value) => {
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return error === undefined ? { field: '', reason: 'is not valid' } : toViolation(error)
  }
}

function toViolation(error: ErrorObject): Violation {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
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
    case 'pattern':
      // The pattern may hold line breaks; it can be read in the contract.
      return { field: path.join('/'), reason: 'does not have the accepted form' }
    default:
      return { field: path.join('/'), reason: error.message ?? 'is not valid' }
  }
}
