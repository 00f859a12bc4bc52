import t from 'tap'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { assertHeadersDeclared, createResponseCheck } from '#src/contract/response-check.ts'
import { toStrictSchema } from '#src/contract/strict-schema.ts'
import { getValidator } from '#src/contract/validators.ts'
import { listExampleAnswers } from './answers.ts'

const violationIn = (name: string, value: unknown) => getValidator({ $ref: `#/components/schemas/${name}` })(value)

t.test(
  'a response with a property that the contract does not describe is never sent, however deep it is',
  async (t) => {
    let validated = 0
    for (const operation of operationContracts.values()) {
      const check = createResponseCheck(operation)
      const validate = (response: { status: number; body: unknown }) => check({ ...response, header: () => '' })
      for (const { status, body } of listExampleAnswers(operation)) {
        t.equal(validate({ status, body }), undefined, operation.id)
        for (const { path, holder } of objectsIn(body)) {
          holder.undescribed = true
          t.match(validate({ status, body }), { name: 'ContractViolationError' }, `${operation.id} ${path}`)
          delete holder.undescribed
          validated += 1
        }
      }
    }
    t.ok(validated > operationContracts.size)
  },
)

t.test('a schema that is published wider than it is sent is validated by what is sent', async (t) => {
  const failure = { status: 'error', code: 'internal', error: 'Something went wrong' }
  t.equal(violationIn('Failure', failure), undefined)
  t.match(violationIn('Failure', { ...failure, code: 'of_a_later_version' }), { field: 'code' })
  const provenance = {
    origin: 'vault_link',
    provider: null,
    method: null,
    speaker: 'unverified',
    publisher: null,
    speakerName: null,
    relationship: 'unknown',
  }
  t.equal(violationIn('Provenance', provenance), undefined)
  t.match(violationIn('Provenance', { ...provenance, speakerName: 'Mara Quill' }), { field: 'speakerName' })
  const slice = { status: 'error', error: 'advance failed', ran: false }
  t.equal(violationIn('AdvanceFailure', slice), undefined)
  t.match(violationIn('AdvanceFailure', { ...slice, ran: true }), { field: 'ran' })
})

t.test('a schema without such a difference stays unchanged', async (t) => {
  for (const schema of [
    { type: 'string' },
    { type: 'object' },
    { type: 'object', properties: {}, additionalProperties: true },
  ]) {
    t.equal(toStrictSchema(schema), schema)
  }
})

type Holder = Record<string, unknown>

function* objectsIn(value: unknown, path = ''): Generator<{ path: string; holder: Holder }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { path, holder: value as Holder }
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`)
}

t.test('a header that a handler sends and the contract lacks is a defect', async (t) => {
  const operation = operationContracts.get('readInterviewResponse') as Operation
  t.doesNotThrow(() => assertHeadersDeclared(operation, 200, { ETag: '"x"' }))
  t.throws(() => assertHeadersDeclared(operation, 200, { 'x-version': '1' }), {
    code: 'internal',
    cause: { message: /^readInterviewResponse would have responded 200 with header x-version: is not declared$/ },
  })
})
