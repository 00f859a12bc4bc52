/** A uniformly random UUID between two, `least` included. */
export function generateUuidBetween(least: string, greatest: string): string {
  const [from, to] = [toBigInt(least), toBigInt(greatest)]
  const share = BigInt(Math.floor(Math.random() * 2 ** 53))
  const digits = (from + ((to - from) * share) / 2n ** 53n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const toBigInt = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)
