import type { Operation } from '#src/contract/document.ts'
import { type Check, type CheckContext, forEachAtOnce } from '../check.ts'
import { isRead, operations } from '../operations.ts'
import { buildParts } from '../requests.ts'
import type { Exchange } from '../session.ts'

type Item = Record<string, unknown>

const pagesMax = 40
const hasCursor = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'cursor')

/** Every listing in its smallest pages: nothing is repeated, nothing is left out, and it ends. */
export const checkCursors: Check = {
  name: 'cursors',
  signedIn: true,
  async run(context) {
    const cursors = new Map<Operation, string>()
    await forEachAtOnce(
      operations.filter((one) => isRead(one) && hasCursor(one)),
      async (operation) => {
        const cursor = await walk(context, operation)
        if (cursor !== undefined) cursors.set(operation, cursor)
      },
    )
    for (const [operation, cursor] of cursors) await tryForeign(context, operation, cursor, cursors)
  },
}

/** Compares the smallest pages with the largest; returns a cursor of the listing. */
async function walk(context: CheckContext, operation: Operation): Promise<string | undefined> {
  const small = await readPages(context, operation, 'minimum')
  const large = await readPages(context, operation, 'maximum')
  if (small === undefined || large === undefined) return undefined
  const cursor = getNext(small[0])
  if (small.length < 2) context.skip(operation, 'the whole list fits one page, so no cursor was given out')
  // What was read in fewer pages than there are is compared as far as it was read.
  if (small.length === pagesMax || large.length === pagesMax) return cursor
  const [one, other] = [small, large].map((pages) => [...assemble(context, operation, pages)])
  if (JSON.stringify(one) !== JSON.stringify(other))
    context.report(
      operation,
      'all pages',
      `small pages list ${one?.length} items other than the ${other?.length} of large ones`,
    )
  return cursor
}

/** All pages; undefined where the list cannot be read, or changed between two of its pages. */
async function readPages(context: CheckContext, operation: Operation, size: 'minimum' | 'maximum') {
  const parts = buildParts(operation, context)
  const sized = operation.parameters.filter(({ name }) => name === 'limit' || name === 'maxChars')
  const query = { ...parts.query, ...Object.fromEntries(sized.map(({ name, schema }) => [name, schema[size]])) }
  const pages: Exchange[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; pages.length < pagesMax; ) {
    const input = `page ${pages.length + 1} of the ${size === 'minimum' ? 'smallest' : 'largest'} pages`
    const page = await context.send({ ...parts, query: { ...query, ...(cursor && { cursor }) }, input })
    if (page.status !== 200) {
      if (page.json.code !== 'cursor_stale' && pages.length > 0)
        context.report(operation, input, `the cursor of the page before is answered ${page.status}: ${page.json.error}`)
      return undefined
    }
    pages.push(page)
    cursor = getNext(page)
    if (cursor === undefined) break
    if (seen.has(cursor)) {
      context.report(operation, input, 'the cursor repeats: the list never ends')
      return undefined
    }
    seen.add(cursor)
  }
  return pages
}

function getNext(page: Exchange | undefined): string | undefined {
  const { budget, nextCursor } = (page?.json ?? {}) as { budget?: { nextCursor?: string }; nextCursor?: string }
  return (budget === undefined ? nextCursor : budget.nextCursor) ?? undefined
}

/** The items of all pages. One whose texts go on over several pages is put together. */
function* assemble({ report }: CheckContext, operation: Operation, pages: readonly Exchange[]): Generator<unknown> {
  const texts = new Map<string, string>()
  const seen = new Set<string>()
  for (const { call, json } of pages) {
    for (const item of findItems(json)) {
      if (!Array.isArray(item.fields)) {
        const key = String(item.jobId ?? JSON.stringify(item))
        if (seen.has(key)) report(operation, call.input, `an item is listed twice: ${key.slice(0, 120)}`)
        seen.add(key)
        continue
      }
      for (const { name, field, text, start } of item.fields as Item[]) {
        const key = [item.entryId, item.kind, name ?? field].join(' ')
        const before = texts.get(key) ?? ''
        if (text !== null && start !== before.length)
          report(operation, call.input, `${key} goes on at ${start} after ${before.length} code units`)
        texts.set(key, before + (text ?? ''))
      }
    }
  }
  yield* texts.size === 0 ? seen : texts
}

/** A page lists one kind of things. */
const findItems = (page: Item): Item[] => (Object.values(page).find(Array.isArray) as Item[] | undefined) ?? []

/** A cursor of one list means nothing to another, and a changed one nothing at all. */
async function tryForeign(context: CheckContext, operation: Operation, own: string, all: Map<Operation, string>) {
  const parts = buildParts(operation, context)
  const foreign = [...all]
    .filter(([other]) => other !== operation)
    .map(([other, cursor]) => [`a cursor of ${other.id}`, cursor] as const)
  const changed = [['a changed cursor', `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`]] as const
  for (const [input, cursor] of [...changed, ...foreign.slice(0, 2)]) {
    const { status } = await context.send({ ...parts, query: { ...parts.query, cursor }, input })
    if (status !== 400) context.report(operation, input, `status ${status}, not 400`)
  }
}
