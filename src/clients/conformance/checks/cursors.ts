import type { Operation } from '#src/contract/document.ts'
import type { Exchange } from '../call.ts'
import { type CheckContext, runForEach } from '../check.ts'
import { expectStatus } from '../expect.ts'
import { reads } from '../operations.ts'

type Item = Record<string, unknown>

const pagesMax = 40

/** Every listing in its smallest pages: nothing is repeated, nothing is left out, and it ends. */
export async function checkCursors(context: CheckContext): Promise<void> {
  const cursors = new Map<Operation, string>()
  const listings = reads.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  await runForEach(listings, async (operation) => {
    const cursor = await walk(context, operation)
    if (cursor !== undefined) cursors.set(operation, cursor)
  })
  for (const [operation, cursor] of cursors) await tryForeign(context, operation, cursor, cursors)
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
  const [one, other] = [[...assemble(small)], [...assemble(large)]]
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    const wrong = `small pages list ${one.length} items other than the ${other.length} of large ones`
    context.report(operation, 'all pages', wrong)
  }
  return cursor
}

/** All pages; undefined where the list cannot be read, or changed between two of its pages. */
async function readPages({ call }: CheckContext, operation: Operation, size: 'minimum' | 'maximum') {
  const sized = operation.parameters.filter(({ name }) => name === 'limit' || name === 'maxChars')
  const query = Object.fromEntries(sized.map(({ name, schema }) => [name, schema[size]]))
  const pages: Exchange[] = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; pages.length < pagesMax; ) {
    const input = `page ${pages.length + 1} of the ${size} size`
    const page = await call(operation, input, { query: { ...query, cursor } })
    const { status, json, report } = page
    if (status !== 200) {
      if (cursor !== undefined && json.code !== 'cursor_stale')
        report(`the cursor of the page before is answered ${status}: ${json.error}`)
      return undefined
    }
    pages.push(page)
    cursor = getNext(page)
    if (cursor === undefined) break
    if (seen.has(cursor)) {
      report('the cursor repeats: the list never ends')
      return undefined
    }
    seen.add(cursor)
  }
  return pages
}

function getNext(page: Exchange | undefined): string | undefined {
  const body = (page?.json ?? {}) as { budget?: { nextCursor?: string }; nextCursor?: string }
  return (body.budget ?? body).nextCursor ?? undefined
}

/** The items of all pages. One whose texts go on over several pages is put together. */
function* assemble(pages: readonly Exchange[]): Generator<unknown> {
  const texts = new Map<string, string>()
  const seen = new Set<string>()
  for (const { json, report } of pages) {
    for (const item of findItems(json)) {
      if (!Array.isArray(item.fields)) {
        const key = String(item.jobId ?? JSON.stringify(item))
        if (seen.has(key)) report(`an item is listed twice: ${key.slice(0, 120)}`)
        seen.add(key)
        continue
      }
      for (const { name, field, text, start } of item.fields as Item[]) {
        const key = [item.entryId, item.kind, name ?? field].join(' ')
        const before = texts.get(key) ?? ''
        if (start !== before.length) report(`${key} goes on at ${start} after ${before.length} code units`)
        texts.set(key, before + (text ?? ''))
      }
    }
  }
  yield* texts.size === 0 ? seen : texts
}

/** A page lists one kind of things. */
const findItems = (page: Item): Item[] => (Object.values(page).find(Array.isArray) as Item[] | undefined) ?? []

/** A cursor of one list means nothing to another, and a changed one nothing at all. */
async function tryForeign({ call }: CheckContext, operation: Operation, own: string, all: Map<Operation, string>) {
  const foreign = [...all].filter(([other]) => other !== operation).slice(0, 2)
  const changed = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`
  expectStatus(await call(operation, 'a changed cursor', { query: { cursor: changed } }), 400)
  for (const [{ id }, cursor] of foreign)
    expectStatus(await call(operation, `a cursor of ${id}`, { query: { cursor } }), 400)
}
