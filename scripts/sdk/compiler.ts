/**
 * The compiler's own executable. Its Node front would not start in a process that a test runner has given a loader to.
 */
const { default: executable } = await import(
  new URL('../../node_modules/typescript7/lib/getExePath.js', import.meta.url).href
)
export const tsc: string = executable()
