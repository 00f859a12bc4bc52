import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time, whatever their lengths. */
export const areSecretsEqual = (value: string, expected: string): boolean =>
  timingSafeEqual(digest(value), digest(expected))

const digest = (secret: string) => createHash('sha256').update(secret, 'utf8').digest()
