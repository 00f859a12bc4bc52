# The stream has the schema of a text for other generators; this one reads it event by event (the guide says so).
install_npm hey-api-0.99.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 zod@4.6.7
begin_typescript "$tools/node_modules"
cat > openapi-ts.config.mjs <<'END'
const validator = process.env.VALIDATOR === 'zod'
const patch = ({ responses }) => {
  responses['200'].content['text/event-stream'].schema = { $ref: '#/components/schemas/OnboardingEvent' }
}
export default {
  input: process.env.DOCUMENT,
  output: 'generated',
  plugins: [
    '@hey-api/client-fetch', '@hey-api/typescript', { name: '@hey-api/sdk', validator }, ...(validator ? ['zod'] : []),
  ],
  parser: { patch: { operations: { 'POST /api/onboarding/{artistId}/chat': patch } } },
}
END
node_modules/.bin/openapi-ts -f openapi-ts.config.mjs --no-log-file >&2
hold_typescript hey-api
