# Compiled only. Its compiled dependencies are cached between two runs.
generate_by_openapi_generator rust .
CARGO_TARGET_DIR="$TOOLS/rust-target" cargo check
