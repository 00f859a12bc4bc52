import { operationContracts } from '#src/contract/document.ts'
import { createRequestParser } from '#src/contract/request-parser.ts'
import { createEventValidator, createResponseCheck } from '#src/contract/response-check.ts'
import '#src/app.ts'

/** Compiles every validator of a service: by its modules, which do so as they are loaded, and by its routes. */
export function compileWholeContract(): void {
  for (const operation of operationContracts.values()) {
    createRequestParser(operation)
    createResponseCheck(operation)
    createEventValidator(operation)
  }
}
