import t from 'tap'
import { operationContracts } from '#src/contract/document.ts'
import { createRequestParser } from '#src/contract/request-parser.ts'
import { createEventValidator, createResponseValidator } from '#src/contract/response-validator.ts'
import { compileSchemas, getValidator } from '#src/contract/validators.ts'

t.test('every schema of the contract can be compiled, though none is before it has to judge', async (t) => {
  for (const operation of operationContracts.values()) {
    createRequestParser(operation)
    createResponseValidator(operation)
    createEventValidator(operation)
  }
  await t.resolves(compileSchemas())
})

t.test('requests come in between two schemas, and one that judges meanwhile is compiled at once', async (t) => {
  const validators = ['Quote', 'Failure', 'Source', 'Boundary', 'MemoryEntry', 'EvidencePassage'].map((name) =>
    getValidator({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { const: name }] }),
  )
  let turns = 0
  const compiling = compileSchemas()
  const turn = () => {
    turns += 1
    if (turns === 1) t.same(validators[5]?.(5), { field: '', reason: 'must be object' })
    setImmediate(turn).unref()
  }
  setImmediate(turn)
  await compiling
  t.ok(turns >= 3, `${turns} turns`)
  t.equal(validators[0]?.('Quote'), undefined)
})

t.test('a keyword that nobody knows is refused when the schemas are compiled, and wherever it judges', async (t) => {
  const judge = getValidator({ type: 'string', minimumLength: 5 })
  await t.rejects(compileSchemas(), /unknown keyword: "minimumLength"/)
  t.throws(() => judge('words'), /unknown keyword/)
})
