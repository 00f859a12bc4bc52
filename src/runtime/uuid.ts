import { randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'

const bytesOfOne = 16
/** Fetching random bytes takes ten times as long as building an identifier, so they are fetched for many. */
const random = new Uint8Array(256 * bytesOfOne)
let used = random.length
let last = { msecs: 0, seq: 0 }

/** A new UUIDv7, monotonic within the process even when the clock is set back. */
export function newUuid(): string {
  const mine = nextRandom()
  const now = Date.now()
  last = now > last.msecs ? { msecs: now, seq: sequenceOf(mine) } : { ...last, seq: last.seq + 1 }
  return uuidv7({ random: mine, ...last })
}

function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += bytesOfOne
  return random.subarray(used - bytesOfOne, used)
}

/**
 * Start of the counter of a millisecond: 31 random bits of 32, which leaves room for two thousand million identifiers.
 */
const sequenceOf = ([, , , , , , a = 0, b = 0, c = 0, d = 0]: Uint8Array) =>
  ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d
