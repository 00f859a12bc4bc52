install_npm swagger-typescript-api-13.13.0 swagger-typescript-api@13.13.0
begin_typescript "$tools/node_modules"
node_modules/.bin/swagger-typescript-api generate --path "$DOCUMENT" --output "$PWD/generated" --name api.ts >&2
hold_typescript swagger-typescript-api
