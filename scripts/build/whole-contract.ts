import { operationContracts } from '#src/contract/document.ts'
import { requestReader } from '#src/contract/request-parser.ts'
import { eventJudge, responseJudge } from '#src/contract/response-validator.ts'
import '#src/app.ts'

/** Asks for whatever judges in a service: by the modules, which ask as they are loaded, and by its routes. */
export function judgeWholeContract(): void {
  for (const operation of operationContracts.values()) {
    requestReader(operation)
    responseJudge(operation)
    eventJudge(operation)
  }
}
