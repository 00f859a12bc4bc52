import { keepCompiledCode } from '#src/runtime/compile-cache.ts'

// The default of ten ends within the query builder, before the line of the handler or of the slice.
Error.stackTraceLimit = 30
keepCompiledCode()
// Before anything else is loaded, hence the import that comes late.
await import('#src/runtime/serve.ts')
