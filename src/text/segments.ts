const segmenters: { sentence?: Intl.Segmenter; word?: Intl.Segmenter } = {}

/**
 * The sentences or words of an English text. The segmenter is made at the first use: the first of a process takes ten
 * milliseconds, which would be a thirtieth of a start.
 */
export function segmentText(text: string, granularity: 'sentence' | 'word'): Intl.Segments {
  segmenters[granularity] ??= new Intl.Segmenter('en', { granularity })
  return segmenters[granularity].segment(text)
}
