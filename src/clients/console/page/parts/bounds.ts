import { countCodePoints } from '../text/ranges.ts'

/** The least and the most code points of a text that may be sent. */
export type Bounds = { min: number; max: number }

/** By the contract's name of the text. One that may be empty is sent empty, or within these. */
export const bounds = {
  AnswerText: { min: 1, max: 2_000 },
  QuestionText: { min: 10, max: 500 },
  QuestionTopic: { min: 3, max: 160 },
  BoundaryWording: { min: 1, max: 4_000 },
  CorrectionWording: { min: 1, max: 4_000 },
  LoreDocument: { min: 1, max: 20_000 },
  AboutText: { min: 1, max: 20_000 },
} satisfies Record<string, Bounds>

/** Whether a text may be sent unchanged. */
export const isWithinBounds = (text: string, { min, max }: Bounds): boolean =>
  countCodePoints(text) >= min && countCodePoints(text) <= max && text.trim() !== ''
