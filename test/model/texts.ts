/** Wordings that have caused defects; each long enough to be quoted from. */
export const answers = [
  'We kept the first take because of the laugh.',
  ' It begins with a space,\r\nand ends with one ',
  'Évora, e\u0301vora: composed and not 😀👩‍👩‍👧',
  'שלום \u202eabc\u202c مرحبا, and so on',
  '\u{10ffff}\ufffe\ufdd0 are characters as well',
  'The kettle, the bell and the organ. '.repeat(30),
  '𝔘'.repeat(2_000),
] as const

export const questions = [
  'What is behind the first take?',
  'Who taught you the river songs 😀?',
  'Why did the bell stay on the record, and who rang it?',
] as const

export const prefixes = ['', 'Foreword. ', 'A second edition 😀: ', 'Third. '] as const
export const passage = 'She said “we kept the first take”, and then she laughed. The bell on the record is real.'
export const offeredAts = ['2024-02-03T10:00:00.000Z', '2025-06-20T16:30:00.000Z', '2025-06-20T16:30:00.001Z'] as const

export const getAnswer = (at: number): string => answers[at % answers.length] as string
export const getQuestion = (at: number): string => questions[at % questions.length] as string
