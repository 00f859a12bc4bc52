/**
 * Who has to leave a line that has grown too long: the last of those who hold the most places in it, and the newcomer,
 * who is the last of all, where nobody holds more than he would. So whoever has come in is put out only for somebody
 * who holds fewer places.
 * @param line for whom each place is held, the newcomer's last; not empty
 * @returns the index of the place to be given up
 */
export function pickEvicted(line: readonly string[]): number {
  const places = new Map<string, number>()
  for (const of of line) places.set(of, (places.get(of) ?? 0) + 1)
  const most = Math.max(...places.values())
  return line.findLastIndex((of) => places.get(of) === most)
}
