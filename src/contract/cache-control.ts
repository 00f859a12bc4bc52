import type { Operation } from './document.ts'

/**
 * The Cache-Control that an operation's answers carry from the first moment, so that its errors are marked as well: the
 * one the contract names, `private, no-store` wherever somebody has to be known, and none where anybody may ask.
 */
export function getCacheControl({ security, cacheControl }: Operation): string | undefined {
  return cacheControl ?? (security.length > 0 ? 'private, no-store' : undefined)
}
