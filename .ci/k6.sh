#!/usr/bin/env bash
# Brings k6, which npm does not: 1.8.1, built by Go once (a minute or two on two cores) and kept outside of the checkout, in K6_CACHE or the user's cache folder.
# Prints the path of the program, and nothing else, on the standard output. A k6 that is there already (K6_BINARY, PATH) is taken as it is.
# Exit code 4: there is neither k6 nor Go.
set -euo pipefail

VERSION=1.8.1
cache=${K6_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sign-display}
program="$cache/k6-$VERSION/k6"

if [ -n "${K6_BINARY:-}" ]; then
  [ -x "$K6_BINARY" ] || { echo "K6_BINARY is $K6_BINARY, and there is no program" >&2; exit 4; }
  printf '%s\n' "$K6_BINARY"
  exit
fi
if [ ! -x "$program" ]; then
  if found=$(command -v k6); then
    printf '%s\n' "$found"
    exit
  fi
  # Where Go's own archive puts it, PATH often does not look.
  go=$(command -v go || PATH=/usr/local/go/bin:/usr/lib/go/bin command -v go) || {
    echo "neither k6 nor Go is here: install one of them, or name a k6 in K6_BINARY" >&2
    exit 4
  }
  mkdir -p "$cache"
  fresh=$(mktemp -d "$cache/fresh-XXXXXX")
  trap 'rm -rf "$fresh"' EXIT
  echo "building k6 $VERSION with $("$go" version)" >&2
  GOBIN="$fresh" nice "$go" install "go.k6.io/k6@v$VERSION" >&2
  mkdir -p "$(dirname "$program")"
  # Another run may have been quicker; a file is put in place whole.
  mv "$fresh/k6" "$program"
fi
printf '%s\n' "$program"
