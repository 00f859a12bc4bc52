# The stream has the schema of a text for other generators; this one reads it event by event (the guide says so).
begin_typescript "$MODULES"
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
openapi-ts -f openapi-ts.config.mjs --no-log-file >&2
hold_typescript hey-api
