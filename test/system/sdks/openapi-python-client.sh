# `sittings_client`, a package on httpx.
install_python openapi-python-client-0.29.1 openapi-python-client==0.29.1
"$tools/bin/openapi-python-client" generate --path "$DOCUMENT" --output-path client >&2
hold_python sittings_client python
