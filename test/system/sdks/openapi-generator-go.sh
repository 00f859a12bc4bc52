# The package is `sittings`, of the module github.com/sittings/client.
generate_by_openapi_generator go . --git-user-id sittings --git-repo-id client \
  --additional-properties=packageName=sittings,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false
hold_go go
