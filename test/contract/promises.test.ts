/** What the rules of `npm run lint:contract` cannot check: they follow no reference and run no pattern. */
import t from 'tap'
import { document } from '#src/contract/document.ts'
import { getValidator } from '#src/contract/validators.ts'
import {
  followReference,
  isJsonObject,
  type JsonObject,
  listItems,
  listMembers,
  operations,
  walk,
} from '../support/bundle.ts'

const everything = [...walk(document)]
const ofType = (node: JsonObject, type: string) => [node.type].flat().includes(type)
const reached = operations.flatMap(({ raw, parameters }) => ({
  body: [...walkReached(raw.requestBody)],
  parameters: parameters.flatMap((parameter) => [...walkReached(parameter)]),
}))

const texts = reached
  .flatMap(({ body, parameters }) => [...body, ...parameters])
  .filter((node) => ofType(node, 'string'))

t.test('a schema of responses alone is open: a client tolerates a property of a later version', async (t) => {
  const ofRequests = new Set(reached.flatMap(({ body }) => body))
  const ofResponses = listMembers(followReference(document.components).schemas).filter(
    ([, schema]) => isJsonObject(schema) && ofType(schema, 'object') && !schema.oneOf && !ofRequests.has(schema),
  )
  t.ok(ofResponses.length > 20)
  for (const [name, schema] of ofResponses) t.notOk('additionalProperties' in (schema as JsonObject), name)
})

t.test('every text of a request excludes U+0000', async (t) => {
  t.ok(texts.length > 0)
  for (const node of texts) {
    const isFixed = 'const' in node || 'enum' in node || node.format === 'date' || node.format === 'uuid'
    const admits = (value: string) => typeof node.pattern !== 'string' || new RegExp(node.pattern, 'u').test(value)
    t.ok(isFixed || !admits('prefix\u0000suffix'), JSON.stringify(node))
  }
})

t.test('a text that must not be blank refuses white space and invisible characters, each by one rule', async (t) => {
  const { pattern } = followReference({ $ref: '#/components/schemas/AnswerText' })
  const accepts = (text: string) => new RegExp(String(pattern), 'u').test(text)
  // The properties of the Unicode Character Database, and the braille pattern without a dot.
  const isBlank = (character: string) => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
  const characters = Array.from({ length: 0xffff }, (_, index) => String.fromCodePoint(index + 1))
  t.same(
    characters.filter((character) => accepts(character) === isBlank(character)),
    [],
  )
  t.notOk(accepts(' \u00a0\u2029\u3000\t'))
  // A class of a generated client cannot name the other planes; the service refuses them, too.
  const validate = getValidator({ $ref: '#/components/schemas/AnswerText' })
  const others = Array.from({ length: 0x100000 }, (_, index) => String.fromCodePoint(0x10000 + index))
  t.same(
    others.filter((character) => (validate(character) === undefined) === isBlank(character)),
    [],
  )
  t.ok(accepts('\u2003\n\u{1f600}\n'))
  // The others have to equal what is stored already, or may be any text: a note, and what a name is searched for.
  const names = ['Quote', 'QuestionKey', 'OnboardingQuestion', 'SiteName', 'AboutText', 'ReviseInput/properties/note']
  const pointers = [...names.map((name) => `schemas/${name}`), 'parameters/ArtistsName/schema']
  const free = new Set(pointers.map((pointer) => followReference({ $ref: `#/components/${pointer}` })))
  for (const node of texts.filter(({ pattern }) => String(pattern).includes(String.raw`[^\x00]*`)))
    t.ok(
      free.has(node) || node.pattern === pattern || node.pattern === `^(${String(pattern).slice(1, -1)})?$`,
      JSON.stringify(node),
    )
})

t.test('names differ by more than their case and signs, which languages fold, and begin with a letter', async (t) => {
  const lists: [string, unknown[]][] = [
    ['operations', operations.map(({ id }) => id)],
    ['schemas', listMembers(followReference(document.components).schemas).map(([name]) => name)],
    ...everything.flatMap(({ node, pointer }): [string, unknown[]][] => [
      [`${pointer}/properties`, listMembers(node.properties).map(([name]) => name)],
      [`${pointer}/enum`, listItems(node.enum).filter((value) => typeof value === 'string')],
    ]),
  ]
  for (const [what, names] of lists) {
    const folded = names.map((name) =>
      String(name)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    )
    t.equal(new Set(folded).size, names.length, what)
    t.ok(
      folded.every((name) => /^[a-z]/.test(name)),
      what,
    )
  }
})

/** A value of the contract and everything that its references lead to, each once. */
function* walkReached(value: unknown, seen = new Set<string>()): Generator<JsonObject> {
  for (const { node } of walk(value)) {
    yield node
    if (typeof node.$ref !== 'string' || seen.has(node.$ref)) continue
    seen.add(node.$ref)
    yield* walkReached(followReference(node), seen)
  }
}
