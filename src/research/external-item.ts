import { toDatabaseProblem } from '#src/database/violations.ts'
import { createWebPageReader, type PageOutcome } from './providers/pages/index.ts'
import type { ResearchContext } from './slice.ts'

type ItemContext = Pick<ResearchContext, 'signal' | 'logItemFailure'>

/**
 * Processes one external item (a page, a post, a track). An error becomes the outcome of this item, which `failed`
 * gives, and is logged: one item never fails the job. An outage of the database, any other Problem and the end of the
 * slice are not the item's fault and are thrown on.
 */
export async function processItem<T>(
  context: ItemContext,
  step: () => Promise<T>,
  failed: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    context.signal.throwIfAborted()
    if (toDatabaseProblem(error) !== undefined) throw error
    context.logItemFailure(error)
    return await failed()
  }
}

/** Reads an external page; an error of the reader makes it an unreadable page. */
export function readExternalPage(
  context: ItemContext & Pick<ResearchContext, 'providers'>,
  url: string,
): Promise<PageOutcome> {
  const { providers, signal } = context
  const pages = providers.pages ?? createWebPageReader(providers.network)
  return processItem(context, () => pages.read(url, signal), createUnreadablePage)
}

const createUnreadablePage = (): PageOutcome => ({ state: 'unsupported', httpStatus: null })
