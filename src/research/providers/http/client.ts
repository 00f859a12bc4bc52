/** A file of its own, because a bundle gives a CommonJS package that is imported on demand a default export alone. */
export { Agent, fetch } from 'undici'
