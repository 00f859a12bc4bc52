/** A value that is there, or that will be. */
export type MaybePromise<T> = T | Promise<T>

/**
 * What `next` makes of a value, at once where the value is there: a promise and the turn of the queue that it takes
 * cost a short read more than what is asked on its way. What `next` throws at once is thrown at once.
 */
export const mapMaybePromise = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(next) : next(value)
