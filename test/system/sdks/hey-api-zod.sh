# The same, and zod validates what is sent and what is answered.
export VALIDATOR=zod
. "$RECIPES/hey-api.sh"
