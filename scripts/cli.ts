#!/usr/bin/env node
/* The operator's command line (operations, section 10): npm run -s cli -- COMMAND … */
import { keepCompiledCode } from '#src/runtime/compile-cache.ts'

keepCompiledCode()
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
