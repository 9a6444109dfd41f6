#!/usr/bin/env bash
# Generates a Python and a TypeScript client from the running service's OpenAPI document, and claims a sign with each. Red where a generator warns of
# anything that it leaves out. Needs Python 3; the generators are installed into a folder of their own.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON_GENERATOR=openapi-python-client==0.29.1
TYPESCRIPT_GENERATOR=(openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24)
EMAIL=owner@example.org
PASSWORD='correct horse battery staple'

work=$(mktemp -d)
# As root the database runs as another user, who must get to its folder; the folder itself is private.
chmod 711 "$work"
started=()
end() {
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill -TERM "${started[i]}" 2>/dev/null || true
    wait "${started[i]}" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap end EXIT

# Waits until a file has a line like this, and prints what the group in it matches.
read_from() {
  local file=$1 pattern=$2 found
  for _ in $(seq 1 300); do
    found=$(sed -n "s/$pattern/\\1/p" "$file" | head -n 1)
    if [ -n "$found" ]; then echo "$found"; return; fi
    kill -0 "${started[-1]}" 2>/dev/null || break
    sleep 0.2
  done
  cat "$file" >&2
  return 1
}

PORT=0 METRICS_PORT=0 DATA_DIR="$work/data" BOOTSTRAP_EMAIL="$EMAIL" BOOTSTRAP_PASSWORD="$PASSWORD" \
  npm run -s start >"$work/service.log" 2>&1 &
started+=($!)
url=$(read_from "$work/service.log" '.*"url":"\([^"]*\)".*"msg":"ready".*')

# Starts a virtual kiosk and prints the code on its screen.
show_code() {
  npm run -s kiosk:virtual -- --server "$url" >"$work/$1.log" 2>&1 &
  started+=($!)
  code=$(read_from "$work/$1.log" '^short code: \([0-9A-Z]*\)$')
}

echo '== Python'
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check "$PYTHON_GENERATOR" ruff
PATH="$work/python/bin:$PATH" "$work/python/bin/openapi-python-client" generate --url "$url/api/openapi.json" \
  --config .ci/openapi-clients/python.yml --output-path "$work/client" --fail-on-warning
"$work/python/bin/pip" install --quiet --disable-pip-version-check "$work/client"
show_code python
"$work/python/bin/python" .ci/openapi-clients/claim.py "$url" "$EMAIL" "$PASSWORD" "$code" "$url/health"

echo '== TypeScript'
mkdir "$work/typescript"
cp .ci/openapi-clients/claim.ts "$work/typescript/"
node=$PWD/node_modules/.bin/node
(
  cd "$work/typescript"
  echo '{ "type": "module" }' >package.json
  npm install --no-audit --no-fund --silent "${TYPESCRIPT_GENERATOR[@]}"
  npx openapi-typescript "$url/api/openapi.json" -o generated.ts
  npx tsc --noEmit --strict --skipLibCheck --target es2024 --module nodenext --allowImportingTsExtensions claim.ts
)
show_code typescript
"$node" "$work/typescript/claim.ts" "$url" "$EMAIL" "$PASSWORD" "$code" "$url/health"
