import type { Slice, SliceContext } from '#src/queue/slice.ts'
import type { Providers } from './providers/index.ts'

/** The dependencies of a research slice: the queue's context and the external systems. */
export type ResearchContext = SliceContext & { providers: Providers }

export type ResearchSlice = Slice<ResearchContext>
