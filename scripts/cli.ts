#!/usr/bin/env node
/* The operator's command line (operations, section 10): npm run -s cli -- COMMAND … */
import { keepCompiledCode } from '#src/compile-cache.ts'
import { refuseOldNode } from '#src/node-version.ts'

refuseOldNode()
keepCompiledCode()
await import('./operate.ts')
