import { main } from '#src/clients/conformance/main.ts'

process.exitCode = await main(process.argv.slice(2), process.env)
