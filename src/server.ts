import { keepCompiledCode } from '#src/runtime/compile-cache.ts'
import { refuseOldNode } from '#src/runtime/node-version.ts'

refuseOldNode()
// The default of ten ends within the query builder, before the line of the handler or of the slice.
Error.stackTraceLimit = 30
keepCompiledCode()
// Before anything else is loaded, hence the import that comes late.
await import('#src/runtime/serve.ts')
