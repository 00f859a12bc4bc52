/** `1 page`, `2 pages`. */
export const formatCount = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`
