install_go ogen v1.24.0 github.com/ogen-go/ogen/cmd/ogen
"$tools/ogen" --package sittings --target . "$DOCUMENT" >&2
hold_go ogen
