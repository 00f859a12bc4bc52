# Orval writes the address into the code; it has no other place for one in its `fetch` client.
install_npm orval-8.30.0 orval@8.30.0 zod@4.6.7
begin_typescript "$tools/node_modules"
cat > orval.config.mjs <<'END'
const { DOCUMENT: input, BASE_URL: baseUrl } = process.env
export default {
  sittings: { input, output: { target: 'generated/sittings.ts', client: 'fetch', mode: 'single', baseUrl } },
  zod: { input, output: { target: 'generated/zod/sittings.ts', client: 'zod', mode: 'single' } },
}
END
node_modules/.bin/orval --config orval.config.mjs >&2
hold_typescript "${PROGRAM:-orval}"
