/** The compiler's own executable. Its Node wrapper would not start in a process with a test runner's loader. */
const { default: executable } = await import(
  new URL('../../node_modules/typescript7/lib/getExePath.js', import.meta.url).href
)
export const tsc: string = executable()
