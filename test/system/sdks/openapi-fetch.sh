# Types alone, for openapi-fetch, which is a library.
begin_typescript "$MODULES"
openapi-typescript "$DOCUMENT" --output generated/schema.ts --root-types --root-types-no-schema-prefix >&2
hold_typescript openapi-fetch
