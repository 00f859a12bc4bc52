/** A value that is there, or that will be. */
export type Soon<T> = T | Promise<T>

/**
 * What `next` makes of a value, at once where the value is there: a promise and the turn of the queue that it takes cost a short read more
 * than what is asked on its way. What `next` throws at once is thrown at once.
 */
export const soon = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)
