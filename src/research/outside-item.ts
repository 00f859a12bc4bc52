import { toDatabaseProblem } from '#src/database/violations.ts'
import { createWebPageReader, type PageOutcome } from './providers/pages/index.ts'
import type { ResearchContext } from './slice.ts'

type ItemTools = Pick<ResearchContext, 'signal' | 'itemFailed'>

/**
 * Does a step of a slice with one item from outside (a page, a post, a track). What the step throws is the outcome of
 * this item, which `failed` gives, and is logged: no job dies of one item. An outage of the database and the end of the
 * slice are no fault of the item and are thrown on.
 */
export async function withItem<T>(tools: ItemTools, step: () => Promise<T>, failed: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    tools.signal.throwIfAborted()
    if (toDatabaseProblem(error) !== undefined) throw error
    tools.itemFailed(error)
    return await failed()
  }
}

/** Reads a page that was found outside; one at which the reading itself fails is a page that cannot be read. */
export function readOutsidePage(
  tools: ItemTools & Pick<ResearchContext, 'providers'>,
  url: string,
): Promise<PageOutcome> {
  const { providers, signal } = tools
  const pages = providers.pages ?? createWebPageReader(providers.network)
  return withItem(tools, () => pages.read(url, signal), unreadablePage)
}

export const unreadablePage = (): PageOutcome => ({ state: 'unsupported', httpStatus: null })
