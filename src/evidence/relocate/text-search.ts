import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'

/** A window of the text that a search wants to read: UTF-16 code units, half-open [start, end). */
export type ReadRange = { start: number; end: number }

/**
 * A search over a text that is too long to be loaded: it yields the window it reads next and is resumed with its text,
 * or yields undefined where other work may run.
 */
export type TextSearch<T> = Generator<ReadRange | undefined, T, string>

/** Units of a window: 128 KB, which no other request notices. */
export const windowCharsMax = 64 * 1024

/** The windows of [start, end) in their order. */
export function* splitIntoWindows({ start, end }: ReadRange, windowChars: number): Generator<ReadRange> {
  for (let from = start; from < end; from += windowChars) yield { start: from, end: Math.min(end, from + windowChars) }
}

/**
 * Runs a search to its end in time slices.
 * @throws what `readWindow` throws
 */
export async function runTextSearch<T>(
  search: TextSearch<T>,
  readWindow: (range: ReadRange) => Promise<string>,
): Promise<T> {
  for (let text = ''; ; ) {
    const step = await runInTimeSlices(resumeUntilRead(search, text))
    if (step.done === true) return step.value
    text = await readWindow(step.value)
  }
}

type Step<T> = { done?: false; value: ReadRange } | { done: true; value: T }

function* resumeUntilRead<T>(search: TextSearch<T>, text: string): TimeSliced<Step<T>> {
  for (let step = search.next(text); ; step = search.next('')) {
    if (step.done === true) return { done: true, value: step.value }
    if (step.value !== undefined) return { value: step.value }
    yield
  }
}
