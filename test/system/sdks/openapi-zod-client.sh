install_npm openapi-zod-client-1.18.3 openapi-zod-client@1.18.3 @zodios/core@10.9.6 axios@1.21.1 zod@3.25.76
begin_typescript "$tools/node_modules"
node_modules/.bin/openapi-zod-client "$DOCUMENT" -o generated/api.ts >&2
hold_typescript openapi-zod-client
