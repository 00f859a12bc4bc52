#!/bin/sh
# The image runs this once, when a node creates its database: with these passwords its roles sign in to other nodes.
umask 077
allow() {
  # A colon ends a password there, unless it is escaped.
  printf '*:*:*:%s:%s\n' "$1" "$(printf '%s' "$2" | sed 's/[\\:]/\\&/g')"
}
{
  allow postgres "$POSTGRES_PASSWORD"
  allow sittings_owner "$OWNER_PASSWORD"
  allow sittings "$SERVICE_PASSWORD"
} > "$PGPASSFILE"
