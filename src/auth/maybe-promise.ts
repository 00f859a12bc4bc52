/** A value, now or later. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Applies `next` synchronously when the value is not a promise: a promise and its microtask cost a short read more than
 * the work on it. A synchronous exception of `next` is thrown synchronously.
 */
export const mapMaybePromise = <T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(next) : next(value)
