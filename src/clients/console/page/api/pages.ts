import { RequestError } from './request-error.ts'

type Page = { nextCursor: string | null }

/** Every page of a listing, from its beginning again when it changed under the reader. */
export async function readAllPages<P extends Page>(read: (cursor: string | undefined) => Promise<P>): Promise<P[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const pages: P[] = []
      let cursor: string | null | undefined
      do {
        const page: P = await read(cursor ?? undefined)
        pages.push(page)
        cursor = page.nextCursor
      } while (cursor !== null)
      return pages
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'cursor_stale') || attempt === 3) throw error
    }
  }
}
