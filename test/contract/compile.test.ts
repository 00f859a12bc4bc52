import t from 'tap'
import { operationContracts } from '#src/contract/document.ts'
import { createRequestParser } from '#src/contract/request-parser.ts'
import { createEventValidator, createResponseCheck } from '#src/contract/response-check.ts'
import { compileSchemas, getValidator } from '#src/contract/validators.ts'

t.test('every schema of the contract compiles, and none is compiled before its first use', async (t) => {
  for (const operation of operationContracts.values()) {
    createRequestParser(operation)
    createResponseCheck(operation)
    createEventValidator(operation)
  }
  await t.resolves(compileSchemas())
})

t.test('compilation yields to requests between two schemas, and a schema in use is compiled at once', async (t) => {
  const validators = ['Quote', 'Failure', 'Source', 'Boundary', 'MemoryEntry', 'EvidencePassage'].map((name) =>
    getValidator({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { const: name }] }),
  )
  let iterations = 0
  const compiling = compileSchemas()
  const iterate = () => {
    iterations += 1
    if (iterations === 1) t.same(validators[5]?.(5), { field: '', reason: 'must be object' })
    setImmediate(iterate).unref()
  }
  setImmediate(iterate)
  await compiling
  t.ok(iterations >= 3, `${iterations} event loop iterations`)
  t.equal(validators[0]?.('Quote'), undefined)
})

t.test('an unknown keyword is refused when the schemas are compiled, and in every validator', async (t) => {
  const validate = getValidator({ type: 'string', minimumLength: 5 })
  await t.rejects(compileSchemas(), /unknown keyword: "minimumLength"/)
  t.throws(() => validate('words'), /unknown keyword/)
})
