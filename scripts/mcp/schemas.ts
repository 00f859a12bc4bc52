/** The arguments of a tool as JSON Schema, made from the contract's parameters and bodies. */
import { type Operation, resolve, type Schema } from '#src/contract/document.ts'

type ObjectSchema = { properties?: Record<string, Schema>; required?: string[] }

/** Where an argument goes in the request. */
type ParameterLocation = 'path' | 'query' | 'body'
export type Argument = {
  name: string
  location: ParameterLocation
  required: boolean
  /** The request needs it, but the tool makes one where the agent gives none. */
  isGenerated: boolean
  schema: Schema
}

/** The arguments of an operation, in one flat object; headers of the request are none of them. */
export function listArguments({ parameters, body }: Operation): Argument[] {
  const ofRequest = parameters.flatMap(({ name, in: location, required = false, schema, description }) =>
    location === 'header'
      ? []
      : [{ name, location, required, isGenerated: false, schema: { ...schema, ...describe(description) } }],
  )
  const { properties = {}, required = [] } = resolve<ObjectSchema>(body?.schema ?? {})
  const fields = Object.entries(properties).map(([name, schema]): Argument => {
    const isGenerated = name === 'requestId'
    return { name, location: 'body', required: required.includes(name) && !isGenerated, isGenerated, schema }
  })
  return [...ofRequest, ...fields]
}

const describe = (description: string | undefined) => (description === undefined ? {} : { description })

/** With references into the contract, as the service's own validators read it. */
export function buildArgumentsSchema(args: readonly Argument[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(args.map(({ name, schema }) => [name, schema])),
    required: args.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** The body of an operation's success. */
export function buildResultSchema({ id, responses }: Operation): Schema & { type: 'object' } {
  const success = responses.get('200')?.schema
  if (success === undefined) throw new Error(`The contract has no body for a success of ${id}`)
  return inlineReferences(resolve<Schema>(success))
}

const prefix = '#/components/schemas/'

/** The same schema with whatever it refers to in its own `$defs`: a client of the tools has no contract at hand. */
export function inlineReferences(schema: Schema): Schema & { type: 'object' } {
  const definitions: Record<string, unknown> = {}
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite)
    if (node === null || typeof node !== 'object') return node
    // A discriminator is OpenAPI's; its mapping, like an extension, refers to schemas by other words than `$ref`.
    const entries = Object.entries(node).filter(([key]) => key !== 'discriminator' && !key.startsWith('x-'))
    return Object.fromEntries(entries.map(([key, value]) => [key, key === '$ref' ? refer(value) : rewrite(value)]))
  }
  const refer = (reference: string) => {
    const name = reference.slice(prefix.length)
    if (!(name in definitions)) {
      definitions[name] = {}
      definitions[name] = rewrite(resolve({ $ref: `${prefix}${name}` }))
    }
    return `#/$defs/${name}`
  }
  const rewritten = rewrite(schema) as Schema
  return { ...rewritten, type: 'object', ...(Object.keys(definitions).length > 0 && { $defs: definitions }) }
}
