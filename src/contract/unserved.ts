/** Operations that the contract describes and later work will serve; they answer 501. This list may only shrink. */
export const unserved = [
] as const

export type Unserved = (typeof unserved)[number]
