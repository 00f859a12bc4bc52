import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { document, type Schema } from './document.ts'
import { quickly } from './instant-format.ts'

/** What a value breaks first: the path of the field, as in `references/0/quote`, and the reason. */
export type Violation = { field: string; reason: string }
export type Validator = (value: unknown) => Violation | undefined

const root = 'contract'

/** Strict: a keyword AJV does not know is an error, never ignored. Nothing is coerced, defaulted or removed. */
function openAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, discriminator: true })
  // `example` is OpenAPI's; what starts with x- is the contract's own and says nothing of validity.
  ajv.addVocabulary(['example', ...extensions(components())])
  ajvFormats.default(ajv, ['uuid', 'date-time', 'date', 'uri'])
  ajv.addFormat('date-time', quickly(ajvFormats.default.get('date-time')))
  ajv.addSchema({ $id: root, $defs: forAjv(components()) as Schema })
  return ajv
}

let ajv: Ajv2020 | undefined
const known = new Map<string, Validator>()
const uncompiled = new Set<() => Validator>()

/** The validator of one of the contract's schemas: each is compiled once, when it first has to judge or by `compileSchemas`. */
export function validatorOf(schema: Schema): Validator {
  const key = JSON.stringify(schema)
  const validator = known.get(key) ?? compiledLate(schema)
  known.set(key, validator)
  return validator
}

/** All of them together take longer to compile than everything else that a start does, and most processes need few. */
function compiledLate(schema: Schema): Validator {
  let judge: Validator | undefined
  const compile = () => {
    uncompiled.delete(compile)
    ajv ??= openAjv()
    judge ??= judgeWith(ajv.compile(forAjv(schema) as Schema))
    return judge
  }
  uncompiled.add(compile)
  return (value) => (judge ?? compile())(value)
}

/** Compiles whatever has not judged yet, one schema a turn of the event loop, so that requests come in between. */
export async function compileSchemas(): Promise<void> {
  for (const compile of uncompiled) {
    await new Promise((turn) => setImmediate(turn))
    compile()
  }
}

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

function components(): Schema {
  return (document.components as { schemas: Schema }).schemas
}

/**
 * A schema of the document as AJV takes it: references point into the one root, and a discriminator has no mapping, which
 * is for generators (AJV reads the tag from each member's `const` and refuses a mapping).
 */
function forAjv(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forAjv)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === '$ref' && typeof value === 'string')
        return [key, value.replace('#/components/schemas/', `${root}#/$defs/`)]
      if (key === 'discriminator' && isDiscriminator(value)) return [key, { propertyName: value.propertyName }]
      return [key, forAjv(value)]
    }),
  )
}

function isDiscriminator(value: unknown): value is { propertyName: string } {
  return (
    typeof value === 'object' && value !== null && 'propertyName' in value && typeof value.propertyName === 'string'
  )
}

function extensions(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return []
  return [
    ...new Set(
      Object.entries(node).flatMap(([key, value]) => [...(key.startsWith('x-') ? [key] : []), ...extensions(value)]),
    ),
  ]
}
