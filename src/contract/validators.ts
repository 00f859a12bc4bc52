import type { ErrorObject, ValidateFunction } from 'ajv'
import { compileSchema } from './ajv.ts'
import type { Schema } from './document.ts'

/** What a value breaks first: the path of the field, as in `references/0/quote`, and the reason. */
export type Violation = { field: string; reason: string }
export type Validator = (value: unknown) => Violation | undefined

const known = new Map<string, Validator>()
const uncompiled = new Set<() => Validator>()

/**
 * The validator of one of the contract's schemas: each is compiled once, when it first has to judge or by
 * `compileSchemas`.
 */
export function getValidator(schema: Schema): Validator {
  const key = JSON.stringify(schema)
  const validator = known.get(key) ?? createLazyValidator(schema)
  known.set(key, validator)
  return validator
}

/** All of them together take longer to compile than everything else that a start does, and most processes need few. */
function createLazyValidator(schema: Schema): Validator {
  let judge: Validator | undefined
  const compileOnce = () => {
    uncompiled.delete(compileOnce)
    judge ??= judgeWith(compileSchema(schema))
    return judge
  }
  uncompiled.add(compileOnce)
  return (value) => (judge ?? compileOnce())(value)
}

/** Compiles whatever has not judged yet, one schema a turn of the event loop, so that requests come in between. */
export async function compileSchemas(): Promise<void> {
  for (const compileOnce of uncompiled) {
    await new Promise((turn) => setImmediate(turn))
    compileOnce()
  }
}

/** The schemas by which something is judged, for a build, which makes what judges by them beforehand. */
export const listUsedSchemas = (): Schema[] => [...known.keys()].map((key) => JSON.parse(key))

function judgeWith(validate: ValidateFunction): Validator {
  return (value) => {
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return error === undefined ? { field: '', reason: 'is not valid' } : violationOf(error)
  }
}

function violationOf(error: ErrorObject): Violation {
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
      // The pattern itself may hold characters that break a line; whoever wants it reads the contract.
      return { field: path.join('/'), reason: 'does not have the accepted form' }
    default:
      return { field: path.join('/'), reason: error.message ?? 'is not valid' }
  }
}
