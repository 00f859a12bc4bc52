import { keepCompiledCode } from './compile-cache.ts'
import { refuseOldNode } from './node-version.ts'

refuseOldNode()
keepCompiledCode()
// Before anything else is loaded, hence the import that comes late.
await import('./serve.ts')
