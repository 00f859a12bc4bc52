import type { Operation } from './document.ts'

/**
 * Set before the handler runs, so that errors carry it too: the value that the contract names, `private, no-store`
 * where the operation requires credentials, none where it is public.
 */
export function getCacheControl({ security, cacheControl }: Operation): string | undefined {
  return cacheControl ?? (security.length > 0 ? 'private, no-store' : undefined)
}
