install_go oapi-codegen v2.8.2 github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
# Models that only an extension names (the events of a stream) are kept by `skip-prune`. Constants carry their type's
# name: without it, a value that a further type of the contract has too would rename the constants of the others.
cat > config.yaml <<'END'
package: sittings
generate: { models: true, client: true }
output: sittings.go
output-options: { skip-prune: true }
compatibility: { always-prefix-enum-values: true }
END
"$tools/oapi-codegen" -config config.yaml "$DOCUMENT"
hold_go oapi-codegen
