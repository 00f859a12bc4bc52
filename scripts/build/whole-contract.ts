import { operationContracts } from '#src/contract/document.ts'
import { createRequestParser } from '#src/contract/request-parser.ts'
import { createEventValidator, createResponseValidator } from '#src/contract/response-validator.ts'
import '#src/app.ts'

/** Asks for whatever judges in a service: by the modules, which ask as they are loaded, and by its routes. */
export function compileWholeContract(): void {
  for (const operation of operationContracts.values()) {
    createRequestParser(operation)
    createResponseValidator(operation)
    createEventValidator(operation)
  }
}
