import type { CallOptions, Client } from './client.ts'
import { isProblemError } from './errors.ts'
import type { Input, OperationId, Output } from './operation-types.ts'
import { shapes } from './operations.gen.ts'
import type { RequestParts } from './request.ts'

type Shapes = typeof shapes

/** The operations that answer in pages. */
export type PagedId = { [Id in OperationId]: Shapes[Id] extends { lists: string } ? Id : never }[OperationId]
export type Item<Id extends PagedId> = Output<Id> extends { [K in Shapes[Id]['lists']]: (infer I)[] } ? I : never

/** How often a listing is begun again before the caller gets its `cursor_stale`. */
const restartsMax = 5

/**
 * Page after page. A 409 `cursor_stale` in the middle is thrown: the pages so far belong to an old content, and only
 * the caller knows how they were used. `readPages` begins again by itself.
 */
export function pages<Id extends PagedId>(
  client: Client,
  operationId: Id,
  input: Input<Id>,
  options?: CallOptions,
): AsyncGenerator<Output<Id>, void> {
  return walk(client, operationId, input as RequestParts, options) as AsyncGenerator<unknown, void> as never
}

async function* walk(client: Client, operationId: PagedId, input: RequestParts, options?: CallOptions) {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { ...input.query, ...(cursor !== undefined && { cursor }) }
    const page = (await client.call(operationId, { ...input, query } as never, options)) as Page
    yield page
    cursor = getNextCursor(page)
  }
}

/** All pages of one unchanged content: when it changes between two of them, the listing starts again. */
export async function readPages<Id extends PagedId>(
  client: Client,
  operationId: Id,
  input: Input<Id>,
  options?: CallOptions,
): Promise<Output<Id>[]> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      const all: Output<Id>[] = []
      for await (const page of pages(client, operationId, input, options)) all.push(page as Output<Id>)
      return all
    } catch (error) {
      if (!isProblemError(error, 'cursor_stale') || restarts >= restartsMax) throw error
    }
  }
}

/** Everything that an operation lists, of one unchanged content. */
export async function listAll<Id extends PagedId>(
  client: Client,
  operationId: Id,
  input: Input<Id>,
  options?: CallOptions,
): Promise<Item<Id>[]> {
  const all = await readPages(client, operationId, input, options)
  return all.flatMap((page) => (page as Record<string, unknown>)[shapes[operationId].lists] as Item<Id>[])
}

/** Some pages report what they spent in a `budget`, and the cursor with it. */
type Page = { budget?: { nextCursor: string | null }; nextCursor?: string | null }

const getNextCursor = ({ budget, nextCursor }: Page): string | null =>
  (budget === undefined ? nextCursor : budget.nextCursor) ?? null
