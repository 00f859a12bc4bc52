import { document, type Operation, resolve, type Schema } from '#src/contract/document.ts'

type Response = { content?: Record<string, { examples?: Record<string, Schema> }> }

/** A copy of each example of a JSON success that the contract gives for an operation. */
export function listExampleAnswers({ path, method }: Operation): { status: number; body: unknown }[] {
  const { responses } = (document.paths[path] as Record<string, { responses: Record<string, Schema> }>)[
    method.toLowerCase()
  ] ?? { responses: {} }
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => {
      const examples = resolve<Response>(response).content?.['application/json']?.examples ?? {}
      return Object.values(examples).map((example) => ({
        status: Number(status),
        body: structuredClone(resolve<{ value: unknown }>(example).value),
      }))
    })
}
