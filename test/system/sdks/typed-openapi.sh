install_npm typed-openapi-2.2.7 typed-openapi@2.2.7
begin_typescript "$tools/node_modules"
# It takes the path of its output relative to the folder it runs in.
node_modules/.bin/typed-openapi "$DOCUMENT" -o generated/api.ts >&2
hold_typescript typed-openapi
