# Orval writes the address into the code; it has no other place for one in its `fetch` client.
begin_typescript "$MODULES"
cat > orval.config.mjs <<'END'
const { DOCUMENT: input, BASE_URL: baseUrl } = process.env
export default {
  sittings: { input, output: { target: 'generated/sittings.ts', client: 'fetch', mode: 'single', baseUrl } },
  zod: { input, output: { target: 'generated/zod/sittings.ts', client: 'zod', mode: 'single' } },
}
END
orval --config orval.config.mjs >&2
hold_typescript "${PROGRAM:-orval}"
