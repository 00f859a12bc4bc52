import { compose, type LoreInput } from '#src/research/lore/compose.ts'
import type { Lore } from '#src/research/lore/render.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** Composes without letting the event loop run in between. */
export const composeLore = (input: LoreInput): Lore => runAtOnce(compose(input))
