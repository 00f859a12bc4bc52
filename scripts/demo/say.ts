let step = 0

/** One step of the story, and what came of it. */
export const say = (words: string) => process.stdout.write(`\n${++step}. ${words}\n`)
export const show = (words: string): void => {
  process.stdout.write(`   ${words.replaceAll('\n', '\n   ')}\n`)
}
