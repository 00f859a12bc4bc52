/** Work that can yield to the event loop every few milliseconds. Without Node's modules: the console has it, too. */
export type TimeSliced<T> = Generator<void, T>

/** Runs such work without yielding, where no request waits. */
export function runAtOnce<T>(work: TimeSliced<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}
