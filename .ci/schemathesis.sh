#!/usr/bin/env bash
# Asks the running service whether its OpenAPI document is true (A5): schemathesis makes up requests from /api/openapi.json, good and bad
# ones, as the owner and as nobody, and fails on any 5xx and on any answer that the document does not have.
# Needs Python 3; schemathesis is installed into a folder of its own unless SCHEMATHESIS names one. SEED and EXAMPLES can be set.
set -euo pipefail
cd "$(dirname "$0")/.."

VERSION=4.32.5
SEED=${SEED:-1}
EXAMPLES=${EXAMPLES:-8}
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

post() { curl -sS "$url$1" -H 'content-type: application/json' -H "authorization: Bearer $token" --data "$2"; }
id() { sed -n 's/^{"id":"\([^"]*\)".*/\1/p'; }
token=$(curl -sS -o /dev/null -D - "$url/api/auth/sign-in/email" -H 'content-type: application/json' \
  --data "{\"email\":\"owner@example.org\",\"password\":\"$PASSWORD\"}" | tr -d '\r' | sed -n 's/^set-auth-token: //ip')
organization=$(post /api/organizations '{"name":"Opera"}' | id)
event=$(post "/api/organizations/$organization/events" '{"name":"Ball","timeZone":"Europe/Vienna"}' | id)
sign=$(post /api/signs \
  "{\"organizationId\":\"$organization\",\"eventId\":\"$event\",\"name\":\"Lobby\",\"location\":\"Hall 1\"}" | id)
[ -n "$sign" ] || { echo 'no organization, event and sign could be made' >&2; exit 1; }

# Identifiers that are made up lead to nothing; with these the requests come as far as what they are about.
places() {
  local kind=$1 value=$2
  printf '[[operations]]\ninclude-path-regex = "^/api/%s/\\\\{id\\\\}"\nparameters = { "path.id" = "%s" }\n\n' "$kind" "$value"
}
{
  printf '[parameters]\n"query.organizationId" = "%s"\n\n' "$organization"
  places organizations "$organization"
  places events "$event"
  places signs "$sign"
} >"$work/places.toml"

# Not asked: 405 (what is not there is 404 here), whether well-formed data is always taken (it is about what exists), and 400 for a
# missing If-Match (428 by the contract).
# Signing out, ending sessions and another password would end the run's own session; who else is told of them is in the tests of access/.
run() {
  echo "== $1"
  shift
  (cd "$work" && "$schemathesis" "$@" --seed "$SEED" --generation-deterministic \
    --exclude-operation-id-regex '^(signOut|revokeSessions|changePassword)$' \
    --phases examples,coverage,fuzzing --checks all \
    --exclude-checks unsupported_method,positive_data_acceptance,ignored_auth,missing_required_header \
    --generation-with-security-parameters false --warnings off \
    --request-timeout 30 --continue-on-failure --no-color) || failed=1
}

document="$url/api/openapi.json"
failed=0
run 'as nobody' run "$document" --max-examples "$((EXAMPLES / 4 + 1))"
run 'as the owner' run "$document" --max-examples "$EXAMPLES" --header "Authorization: Bearer $token"
# What deletes the places themselves was asked for above, with other identifiers.
run 'as the owner, of what is there' --config-file "$work/places.toml" run "$document" --max-examples "$EXAMPLES" \
  --header "Authorization: Bearer $token" --include-path-regex 'id\}|organizationId' --exclude-method DELETE

if grep -q '"msg":"request failed"' "$work/service.log"; then
  echo 'the service failed at a request:' >&2
  grep '"msg":"request failed"' "$work/service.log" | head -n 5 >&2
  failed=1
fi
# A refusal for too much load is a true answer of any route: it would hide what the route says.
shed=$(curl -sS "$(field metricsUrl)" | awk '/^signs_http_requests_shed_total/ { sum += $2 } END { print sum + 0 }')
if [ "$shed" != 0 ]; then
  echo "the service refused $shed requests for too much load, so their routes were not tried" >&2
  failed=1
fi
exit "$failed"
