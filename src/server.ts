import { keepCompiledCode } from '#src/runtime/compile-cache.ts'
import { refuseOldNode } from '#src/runtime/node-version.ts'

refuseOldNode()
keepCompiledCode()
// Before anything else is loaded, hence the import that comes late.
await import('#src/runtime/serve.ts')
