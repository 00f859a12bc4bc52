import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import { contract, followReference, isJsonObject, listItems, listMembers, operations, walk } from '../support/bundle.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: false })
ajvFormats.default(ajv)
// The document around the schemas, and OpenAPI's hint to generators: AJV has to accept them and validate nothing by
// them.
ajv.addVocabulary([...Object.keys(contract), 'discriminator', 'x-addition', 'x-validated-as', 'x-event-schema'])
ajv.addSchema(contract, 'contract')

/** Validates a value against a schema of the contract; compiles the schema strictly. */
function assertMatches(t: Test, schema: unknown, value: unknown, title: string) {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')))
  t.ok(validate(value), title, { errors: validate.errors })
}

/** The event of an example of a stream: one `data:` line and the blank one that ends it. */
function eventIn(stream: unknown): unknown {
  const [, json = ''] = /^data: (.*)\n\n$/.exec(String(stream)) ?? []
  return JSON.parse(json)
}

t.test('every example of a body, a parameter, a header and a schema is valid', async (t) => {
  let validated = 0
  for (const { node, pointer } of walk(contract)) {
    const schema = 'schema' in node ? node.schema : node
    const named = listMembers(node.examples).map(([name, example]) => [name, followReference(example).value] as const)
    const listed = listItems(node.examples).map((example, index) => [String(index), example] as const)
    const single = 'example' in node ? [['example', node.example] as const] : []
    for (const [name, value] of [...named, ...listed, ...single]) {
      assertMatches(t, schema, value, `${pointer} ${name}`)
      const event = isJsonObject(schema) ? schema['x-event-schema'] : undefined
      if (event !== undefined) assertMatches(t, { $ref: event }, eventIn(value), `${pointer} ${name}, its event`)
      validated++
    }
  }
  t.ok(validated > operations.length * 2, `${validated} examples`)
})

t.test('every request and every response of every operation has an example', async (t) => {
  for (const { id, raw, responses } of operations) {
    const holders = raw.requestBody === undefined ? [] : [followReference(raw.requestBody)]
    for (const holder of [...holders, ...responses.values()]) {
      for (const [type, media] of listMembers(holder.content)) {
        t.ok(isJsonObject(media) && listMembers(media.examples).length > 0, `${id} ${type}`)
      }
    }
  }
})

t.test('the window of every quoted example is as long as its quote, in UTF-16 code units', async (t) => {
  let windows = 0
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (isJsonObject(value) && typeof value.start === 'number' && typeof value.end === 'number') {
      const text = value.quote ?? value.text
      if (typeof text === 'string') t.equal(value.end - value.start, text.length, text)
      windows++
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(contract)
  t.ok(windows > 0)
})
