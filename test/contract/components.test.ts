import t from 'tap'
import {
  contract,
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  operations,
  resolvePointer,
  walk,
} from '../support/bundle.ts'

const everything = [...walk(contract)]
const schemas = everything.filter(({ pointer }) => pointer.startsWith('#/components/schemas/'))
const isNamed = (pointer: string) => /^#\/components\/schemas\/[^/]+$/.test(pointer)
/** A schema that the service itself reads may be referenced by name. */
const narrowed = ['x-event-schema', 'x-validated-as']
const references = everything.flatMap(({ node }) =>
  ['$ref', ...narrowed].flatMap((keyword) => (typeof node[keyword] === 'string' ? [String(node[keyword])] : [])),
)
const ofType = (node: JsonObject, type: string) => [node.type].flat().includes(type)

t.test('every reference resolves', async (t) => {
  for (const reference of new Set(references)) t.ok(resolvePointer(reference), reference)
})

t.test('every component is used', async (t) => {
  const mapped = everything.flatMap(({ node }) => listMembers(node.mapping).map(([, target]) => target))
  const schemes = operations.flatMap(({ raw }) => listItems(raw.security)).flatMap(listMembers)
  const used = new Set([...references, ...mapped, ...schemes.map(([name]) => `#/components/securitySchemes/${name}`)])
  for (const [kind, components] of listMembers(contract.components)) {
    for (const [name] of listMembers(components)) t.ok(used.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
  }
})

t.test('objects, enums and unions have names: none is inline', async (t) => {
  for (const { node, pointer } of everything) {
    const isSchema = !/\/(properties|x-validated-as)$/.test(pointer) && !/\/components\/(?!schemas)/.test(pointer)
    const isChoice = Array.isArray(node.enum) && !('const' in node)
    const wantsName = isSchema && (ofType(node, 'object') || isChoice || isJsonObject(node.discriminator))
    if (wantsName) t.ok(isNamed(pointer), pointer)
  }
})

t.test(
  'objects of requests are closed, those of responses only are open, and all describe every property',
  async (t) => {
    const objects = schemas.filter(({ node }) => ofType(node, 'object') && !Array.isArray(node.oneOf))
    const referenced = new Set(
      operations.flatMap(({ pointer, raw }) => [...walkReached(raw.requestBody, pointer)]).map(({ node }) => node),
    )
    t.ok(objects.some(({ node }) => referenced.has(node)) && objects.some(({ node }) => !referenced.has(node)))
    for (const { node, pointer } of objects)
      t.equal(node.additionalProperties, referenced.has(node) ? false : undefined, pointer)
    for (const { node, pointer } of objects) {
      const names = listMembers(node.properties).map(([name]) => name)
      for (const name of listItems(node.required)) t.ok(names.includes(String(name)), `${pointer} has ${name}`)
      for (const [name, property] of listMembers(node.properties)) {
        t.ok(isJsonObject(property) && property.description, `${pointer} describes ${name}`)
      }
    }
  },
)

t.test('a union names its members by a constant that each of them requires', async (t) => {
  const unions = schemas.filter(({ node }) => isJsonObject(node.discriminator))
  t.ok(unions.length > 0)
  for (const { node, pointer } of unions) {
    const { propertyName, mapping } = node.discriminator as { propertyName: string; mapping: unknown }
    t.strictSame(
      listMembers(mapping).map(([, target]) => target),
      listItems(node.oneOf).map((member) => (member as JsonObject).$ref),
      pointer,
    )
    for (const [tag, target] of listMembers(mapping)) {
      const member = followReference({ $ref: target })
      t.equal((member.properties as Record<string, JsonObject>)[propertyName]?.const, tag, `${target}`)
      t.ok(listItems(member.required).includes(propertyName), `${target}`)
    }
  }
})

t.test(
  'a constant of a text is an enumeration of one as well, for generators that support one of the two',
  async (t) => {
    const constants = schemas.filter(({ node, pointer }) => 'const' in node && !pointer.endsWith('/x-validated-as'))
    t.ok(constants.length > 0)
    for (const { node, pointer } of constants) {
      t.type(node.const, 'string', `${pointer}: constants of other types do not compile in every language`)
      t.same(node.enum, [node.const], pointer)
    }
  },
)

t.test('numbers, lists and texts have bounds, and numbers a format', async (t) => {
  for (const { node, pointer } of everything) {
    if (ofType(node, 'integer')) t.match(node, { minimum: Number, maximum: Number, format: 'int32' }, pointer)
    if (ofType(node, 'number')) t.match(node, { minimum: Number, maximum: Number, format: 'double' }, pointer)
    if (ofType(node, 'array')) t.ok('maxItems' in node, pointer)
    const isText = ofType(node, 'string') && !pointer.includes('/headers/')
    const isFixed = ['const', 'enum', 'format', 'pattern', 'x-event-schema'].some((keyword) => keyword in node)
    if (isText && !isFixed) t.ok('maxLength' in node, pointer)
  }
})

t.test('no enum repeats a value, the error codes included', async (t) => {
  const enums = everything.filter(({ node }) => Array.isArray(node.enum))
  t.ok(enums.some(({ pointer }) => pointer.endsWith('/KnownErrorCode')))
  for (const { node, pointer } of enums)
    t.equal(new Set(listItems(node.enum)).size, listItems(node.enum).length, pointer)
})

t.test('every text of a request excludes U+0000', async (t) => {
  const texts = operations
    .flatMap(({ pointer, raw, parameters }) =>
      [raw.requestBody, ...parameters].map((part) => [...walkReached(part, pointer)]),
    )
    .flat()
    .filter(({ node }) => ofType(node, 'string'))
  t.ok(texts.length > 0)
  for (const { node, pointer } of texts) {
    const isFixed = 'const' in node || 'enum' in node || node.format === 'date' || node.format === 'uuid'
    const admits = (value: string) => typeof node.pattern !== 'string' || new RegExp(node.pattern, 'u').test(value)
    t.ok(isFixed || !admits('prefix\u0000suffix'), pointer)
  }
})

t.test('a text that must not be blank refuses what shows nothing: white space and invisible characters', async (t) => {
  const pattern = followReference({ $ref: '#/components/schemas/AnswerText' }).pattern as string
  const accepts = (text: string) => new RegExp(pattern, 'u').test(text)
  // The properties of the Unicode Character Database, and the braille pattern without a dot.
  const isBlank = (character: string) => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
  let blanks = 0
  for (let point = 1; point <= 0xffff; point++) {
    const character = String.fromCodePoint(point)
    if (isBlank(character)) blanks++
    if (accepts(character) === isBlank(character)) t.fail(`U+${point.toString(16)}`)
  }
  t.ok(blanks > 80)
  t.notOk(accepts(' \u00a0\u2029\u3000\t'))
  t.ok(accepts('\u2003\n\u{1f600}\n'))
})

t.test('patterns use only what the regular expressions of ECMAScript, Python, Java and Go share', async (t) => {
  for (const { node, pointer } of everything) {
    if (typeof node.pattern === 'string') {
      t.notMatch(node.pattern, /\(\?|\\[pPuU]|\\x\{/, pointer)
      // Invisible characters stand for themselves: no escape of them is known to all four.
      t.match(node.pattern, /^[\x20-\x7e\p{Default_Ignorable_Code_Point}\u2800]+$/u, pointer)
    }
  }
})

/** A value of the contract and everything that its references lead to, each once. */
function* walkReached(
  value: unknown,
  pointer: string,
  seen = new Set<string>(),
): Generator<{ node: JsonObject; pointer: string }> {
  for (const found of walk(value, pointer)) {
    yield found
    const { $ref } = found.node
    if (typeof $ref !== 'string' || seen.has($ref)) continue
    seen.add($ref)
    yield* walkReached(resolvePointer($ref), $ref, seen)
  }
}

t.test('every text that must not be blank is one by the same rule', async (t) => {
  const names = ['QuestionText', 'SearchQuery', 'QuestionTopic', 'CorrectionWording', 'BoundaryWording']
  const { pattern } = followReference({ $ref: '#/components/schemas/AnswerText' })
  for (const name of names) t.equal(followReference({ $ref: `#/components/schemas/${name}` }).pattern, pattern, name)
})
