import { isDeepStrictEqual } from 'node:util'
import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { assembleEntries } from '../memory/memory.ts'
import { formatQuery } from '../responses/answers.ts'
import type { Loose } from '../support/test-context.ts'
import { type ArtistModel, findLatestSitting } from './artist.ts'
import { chooseId, type ModelContext } from './context.ts'
import { mayRead, viewBoundaries, viewHistory, viewHistoryHead, viewMemory } from './memory.ts'
import { viewResponses, viewVersions } from './responses.ts'
import type { ListStep } from './steps.ts'

const refuseNothing = () => undefined

/** A list request, its current content, and the expected pages. */
export type Listing = {
  path: string
  /** Why it cannot be read now. */
  findRefusal: () => ProblemCode | undefined
  /** All of it, by the model. */
  listExpected: () => unknown
  /** All of it, joined from its pages. */
  collectItems: (pages: Loose[]) => unknown
  /** What is wrong with one page alone. */
  findFlaw: (page: Loose, isFirst: boolean) => string | undefined
}

export const readNextCursor = (page: Loose): string | null =>
  'nextCursor' in page ? page.nextCursor : page.budget.nextCursor

export function buildListing(context: ModelContext, step: ListStep, artist: ArtistModel, other: ArtistModel): Listing {
  const { limit } = step
  switch (step.op) {
    case 'listResponses':
      return {
        path: `interview/responses${formatQuery({ limit })}`,
        findRefusal: refuseNothing,
        listExpected: () => viewResponses(artist),
        collectItems: (pages) => pages.flatMap(({ responses }) => responses),
        findFlaw: (page) => findMissingItems(page.responses, limit, page),
      }
    case 'listVersions': {
      const entryId = chooseId(context, artist.entries, other.entries, step.entry)
      return {
        path: `interview/responses/${entryId}/versions${formatQuery({ limit })}`,
        findRefusal: () => (viewVersions(artist, entryId) === undefined ? 'not_found' : undefined),
        listExpected: () => viewVersions(artist, entryId),
        collectItems: (pages) => pages.flatMap(({ versions }) => versions),
        findFlaw: (page) => findMissingItems(page.versions, limit, page),
      }
    }
    case 'listBoundaries': {
      const sitting = Math.max(1, findLatestSitting(artist) + step.sitting)
      return {
        path: `interview/boundaries${formatQuery({ sitting })}`,
        findRefusal: refuseNothing,
        listExpected: () => viewBoundaries(artist, sitting),
        collectItems: (pages) => pages.flatMap(({ boundaries }) => boundaries),
        findFlaw: (page) =>
          page.sitting === sitting ? findMissingItems(page.boundaries, 5, page) : 'it is of another sitting',
      }
    }
    case 'readMemory':
      return buildMemoryListing(artist, step)
    case 'listHistory':
      return buildHistoryListing(artist, step)
  }
}

function buildMemoryListing(
  artist: ArtistModel,
  { sitting: after, maxChars }: Extract<ListStep, { op: 'readMemory' }>,
): Listing {
  const sitting = Math.max(1, findLatestSitting(artist) + after)
  return {
    path: `interview/memory${formatQuery({ sitting, maxChars })}`,
    findRefusal: () => (mayRead(artist, sitting) ? undefined : 'state_changed'),
    listExpected: () => viewMemory(artist, sitting),
    collectItems: (pages) => {
      const { snapshotId, latestAnswer, totalEntries } = pages[0]
      return { snapshotId, latestAnswer, totalEntries, entries: assembleEntries(pages) }
    },
    findFlaw: (page, isFirst) => {
      const isWhole = isFirst && readNextCursor(page) === null
      if (page.constraintsComplete !== isWhole) return 'constraintsComplete is wrong'
      return page.sitting === sitting ? findOverrun(page, maxChars) : 'it is of another sitting'
    },
  }
}

function buildHistoryListing(artist: ArtistModel, step: Extract<ListStep, { op: 'listHistory' }>): Listing {
  const { limit, maxChars } = step
  const sitting = step.sitting === undefined ? undefined : Math.max(1, findLatestSitting(artist) + step.sitting)
  const query = { limit, maxChars, kind: step.kind, ...(sitting !== undefined && { sitting }) }
  return {
    path: `knowledge/history${formatQuery(query)}`,
    findRefusal: refuseNothing,
    listExpected: () => viewHistory(artist, step.kind, sitting),
    collectItems: assembleEntries,
    findFlaw: (page, isFirst) => {
      const shown = assembleOne(page).filter(({ kind }) => kind === 'correction').length
      const complete = artist.corrections.length === 0 || (isFirst && shown === artist.corrections.length)
      if (page.correctionsComplete !== complete) return 'correctionsComplete is wrong'
      const { boundaryState } = viewHistoryHead(artist)
      if (page.constraintsComplete !== (complete && boundaryState === 'none')) return 'constraintsComplete is wrong'
      return isDeepStrictEqual(page.memory, viewHistoryHead(artist))
        ? findOverrun(page, maxChars)
        : 'the memory beside it differs'
    },
  }
}

/** A page before the last has as many items as it may. */
const findMissingItems = (items: unknown[], limit: number, page: Loose) =>
  items.length > limit || (readNextCursor(page) !== null && items.length < limit)
    ? `${items.length} items of ${limit}`
    : undefined

function findOverrun(page: Loose, maxChars: number): string | undefined {
  const windows = page.entries.flatMap(({ fields }: Loose) => fields) as { text: string | null }[]
  const chars = windows.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  return chars === page.budget.returnedChars && chars <= maxChars ? undefined : `${chars} characters of ${maxChars}`
}

/** The entries of which this page shows every text to its end. */
const assembleOne = (page: Loose): Loose[] =>
  page.entries.filter(
    ({ fields }: Loose) => fields.length === 2 && fields.every(({ start, complete }: Loose) => start === 0 && complete),
  )
