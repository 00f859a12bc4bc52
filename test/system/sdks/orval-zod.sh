# The same, and the sitting parses every response by the schemas.
PROGRAM=orval-zod
. "$RECIPES/orval.sh"
