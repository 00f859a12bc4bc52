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
      for (let cursor: string | null | undefined; cursor !== null; cursor = getNextCursor(all.at(-1) as Page)) {
        const query = { ...(input as RequestParts).query, ...(cursor !== undefined && { cursor }) }
        all.push((await client.call(operationId, { ...(input as object), query } as never, options)) as Output<Id>)
      }
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

const getNextCursor = (page: Page): string | null => (page.budget ?? page).nextCursor ?? null
