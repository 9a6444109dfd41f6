#!/usr/bin/env bash
# Asks the running service whether its OpenAPI document is true (A5): schemathesis makes up requests from /api/openapi.json, good and bad
# ones, as the owner and as nobody, and fails on any 5xx and on any answer that the document does not have.
# Needs Python 3; schemathesis is installed into a folder of its own unless SCHEMATHESIS names one. SEED and EXAMPLES can be set.
set -euo pipefail
cd "$(dirname "$0")/.."

VERSION=4.32.5
SEED=${SEED:-1}
EXAMPLES=${EXAMPLES:-20}
PASSWORD='correct horse battery staple'

work=$(mktemp -d)
# As root the database runs as another user, who must get to its folder; the folder itself is private.
chmod 711 "$work"
service=''
# Its child, so that npm and what it started are asked to end by their own id.
end() {
  if [ -n "$service" ]; then kill -TERM "$service" 2>/dev/null || true; wait "$service" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap end EXIT

schemathesis=${SCHEMATHESIS:-}
if [ -z "$schemathesis" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$VERSION"
  schemathesis="$work/venv/bin/schemathesis"
fi

# Rates are raised, because what is asked here is whether answers are true, not how many there are.
PORT=0 METRICS_PORT=0 DATA_DIR="$work/data" LOG_LEVEL=info BOOTSTRAP_EMAIL=owner@example.org BOOTSTRAP_PASSWORD="$PASSWORD" \
  RATE_LIMIT_PER_MINUTE=1000000 SIGN_IN_LIMIT_PER_MINUTE=1000000 SHORT_CODE_FAILURES=1000000 \
  npm run -s start >"$work/service.log" 2>"$work/service.err" &
service=$!

field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*\"msg\":\"ready\".*/\1/p" "$work/service.log" | head -n 1; }
for _ in $(seq 1 300); do
  url=$(field url)
  if [ -n "$url" ]; then break; fi
  kill -0 "$service" 2>/dev/null || { cat "$work/service.log" "$work/service.err" >&2; exit 1; }
  sleep 0.2
done
[ -n "$url" ] || { echo 'the service was not ready in a minute' >&2; exit 1; }

sign_in() {
  curl -sS -o /dev/null -D - "$url/api/auth/sign-in/email" -H 'content-type: application/json' \
    --data "{\"email\":\"owner@example.org\",\"password\":\"$PASSWORD\"}" | tr -d '\r' | sed -n 's/^set-auth-token: //ip'
}

# Signing out and ending sessions would end the run's own; who else is told of them is in the tests of access/.
run() {
  "$schemathesis" run "$url/api/openapi.json" --seed "$SEED" --generation-deterministic --max-examples "$EXAMPLES" \
    --exclude-operation-id signOut --exclude-operation-id revokeSessions --exclude-operation-id changePassword \
    --phases examples,coverage,fuzzing --checks all \
    --exclude-checks unsupported_method,positive_data_acceptance,ignored_auth \
    --request-timeout 30 --continue-on-failure --no-color "$@"
}

failed=0
echo '== as nobody'
run || failed=1
echo '== as the owner'
run --header "Authorization: Bearer $(sign_in)" || failed=1

if grep -q '"msg":"request failed"' "$work/service.log"; then
  echo 'the service failed at a request:' >&2
  grep '"msg":"request failed"' "$work/service.log" | head -n 5 >&2
  failed=1
fi
exit "$failed"
