/** The output of a demo: `beginStep` numbers and prints a step, `show` prints its result. */
export type Story = { beginStep: (words: string) => void; show: (words: string) => void }

export function createStory(write: (text: string) => unknown): Story {
  let step = 0
  return {
    beginStep: (words) => void write(`\n${++step}. ${words}\n`),
    show: (words) => void write(`   ${words.replaceAll('\n', '\n   ')}\n`),
  }
}
