type Schema = { readonly [keyword: string]: unknown }

/**
 * The schema by which the service validates its own output. Published schemas stay open for later versions;
 * `x-validated-as` (for a stream `x-event-schema`) is the narrower schema of what is sent today, or a reference to it.
 */
export function toStrictSchema(schema: Schema): Schema {
  const narrower = schema['x-validated-as'] ?? schema['x-event-schema']
  const { description } = schema
  if (typeof narrower === 'string') return { $ref: narrower }
  if (isSchema(narrower)) return description === undefined ? narrower : { description, ...narrower }
  const isOpen = schema.type === 'object' && 'properties' in schema && !('additionalProperties' in schema)
  return isOpen ? { ...schema, additionalProperties: false } : schema
}

/** A document, or part of one, with every schema made strict. */
export function toStrictDocument<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toStrictDocument) as T
  if (!isSchema(node)) return node
  return Object.fromEntries(
    Object.entries(toStrictSchema(node)).map(([key, value]) => [key, toStrictDocument(value)]),
  ) as T
}

const isSchema = (node: unknown): node is Schema => typeof node === 'object' && node !== null && !Array.isArray(node)
