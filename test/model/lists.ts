import { isDeepStrictEqual } from 'node:util'
import type { ProblemCode } from '#src/contract/problems/catalogue.ts'
import { assembled } from '../memory/memory.ts'
import { queryOf } from '../responses/answers.ts'
import type { Loose } from '../support/world.ts'
import { type ArtistModel, latestSitting } from './artist.ts'
import { allBoundaries, historyHead, mayRead, wholeHistory, wholeMemory } from './memory.ts'
import { allResponses, allVersions } from './responses.ts'
import { idOf, type Stage } from './stage.ts'
import type { ListStep } from './steps.ts'

const readable = () => undefined

/** A list request, its current content, and the expected pages. */
export type Listing = {
  path: string
  /** Why it cannot be read now. */
  refusal: () => ProblemCode | undefined
  /** All of it, by the model. */
  whole: () => unknown
  /** All of it, joined from its pages. */
  collected: (pages: Loose[]) => unknown
  /** What is wrong with one page alone. */
  flawOf: (page: Loose, isFirst: boolean) => string | undefined
}

export const nextCursorOf = (page: Loose): string | null =>
  'nextCursor' in page ? page.nextCursor : page.budget.nextCursor

export function listingOf(stage: Stage, step: ListStep, artist: ArtistModel, other: ArtistModel): Listing {
  const { limit } = step
  switch (step.op) {
    case 'listResponses':
      return {
        path: `interview/responses${queryOf({ limit })}`,
        refusal: readable,
        whole: () => allResponses(artist),
        collected: (pages) => pages.flatMap(({ responses }) => responses),
        flawOf: (page) => tooFew(page.responses, limit, page),
      }
    case 'listVersions': {
      const entryId = idOf(stage, artist.entries, other.entries, step.entry)
      return {
        path: `interview/responses/${entryId}/versions${queryOf({ limit })}`,
        refusal: () => (allVersions(artist, entryId) === undefined ? 'not_found' : undefined),
        whole: () => allVersions(artist, entryId),
        collected: (pages) => pages.flatMap(({ versions }) => versions),
        flawOf: (page) => tooFew(page.versions, limit, page),
      }
    }
    case 'listBoundaries': {
      const sitting = Math.max(1, latestSitting(artist) + step.sitting)
      return {
        path: `interview/boundaries${queryOf({ sitting })}`,
        refusal: readable,
        whole: () => allBoundaries(artist, sitting),
        collected: (pages) => pages.flatMap(({ boundaries }) => boundaries),
        flawOf: (page) => (page.sitting === sitting ? tooFew(page.boundaries, 5, page) : 'it is of another sitting'),
      }
    }
    case 'readMemory':
      return memoryListing(artist, step)
    case 'listHistory':
      return historyListing(artist, step)
  }
}

function memoryListing(
  artist: ArtistModel,
  { sitting: after, maxChars }: Extract<ListStep, { op: 'readMemory' }>,
): Listing {
  const sitting = Math.max(1, latestSitting(artist) + after)
  return {
    path: `interview/memory${queryOf({ sitting, maxChars })}`,
    refusal: () => (mayRead(artist, sitting) ? undefined : 'state_changed'),
    whole: () => wholeMemory(artist, sitting),
    collected: (pages) => {
      const { snapshotId, latestAnswer, totalEntries } = pages[0]
      return { snapshotId, latestAnswer, totalEntries, entries: assembled(pages) }
    },
    flawOf: (page, isFirst) => {
      const isWhole = isFirst && nextCursorOf(page) === null
      if (page.constraintsComplete !== isWhole) return 'constraintsComplete is wrong'
      return page.sitting === sitting ? overspent(page, maxChars) : 'it is of another sitting'
    },
  }
}

function historyListing(artist: ArtistModel, step: Extract<ListStep, { op: 'listHistory' }>): Listing {
  const { limit, maxChars } = step
  const sitting = step.sitting === undefined ? undefined : Math.max(1, latestSitting(artist) + step.sitting)
  const query = { limit, maxChars, kind: step.kind, ...(sitting !== undefined && { sitting }) }
  return {
    path: `knowledge/history${queryOf(query)}`,
    refusal: readable,
    whole: () => wholeHistory(artist, step.kind, sitting),
    collected: assembled,
    flawOf: (page, isFirst) => {
      const shown = assembledAlone(page).filter(({ kind }) => kind === 'correction').length
      const complete = artist.corrections.length === 0 || (isFirst && shown === artist.corrections.length)
      if (page.correctionsComplete !== complete) return 'correctionsComplete is wrong'
      const { boundaryState } = historyHead(artist)
      if (page.constraintsComplete !== (complete && boundaryState === 'none')) return 'constraintsComplete is wrong'
      return isDeepStrictEqual(page.memory, historyHead(artist))
        ? overspent(page, maxChars)
        : 'the memory beside it differs'
    },
  }
}

/** A page before the last has as many items as it may. */
const tooFew = (items: unknown[], limit: number, page: Loose) =>
  items.length > limit || (nextCursorOf(page) !== null && items.length < limit)
    ? `${items.length} items of ${limit}`
    : undefined

function overspent(page: Loose, maxChars: number): string | undefined {
  const windows = page.entries.flatMap(({ fields }: Loose) => fields) as { text: string | null }[]
  const chars = windows.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  return chars === page.budget.returnedChars && chars <= maxChars ? undefined : `${chars} characters of ${maxChars}`
}

/** The entries of which this page shows every text to its end. */
const assembledAlone = (page: Loose): Loose[] =>
  page.entries.filter(
    ({ fields }: Loose) => fields.length === 2 && fields.every(({ start, complete }: Loose) => start === 0 && complete),
  )
