#!/bin/sh
# Into .tools/forge/: Gitea with the files it reads, and its runner. Needs Go and a C compiler, and the first time some minutes.
# Does nothing where they are there already. Go checks both against its public database of checksums, and what they are made
# of against their own lists.
set -eu
place=$PWD/.tools/forge
mkdir -p "$place"

# build NAME MODULE VERSION: in a folder of the module's own, as one that replaces others cannot be installed from outside, and
# without optimisation, which is there in half the time.
build() {
  if [ "$(cat "$place/$1/built" 2>/dev/null)" = "$3" ]; then return; fi
  source=$(go mod download -json "$2@$3" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  rm -rf "${place:?}/$1"
  cp -R "$source" "$place/$1"
  chmod -R u+w "$place/$1"
  (cd "$place/$1" && CGO_CFLAGS=-O1 go build -tags "sqlite sqlite_unlock_notify" -ldflags "-s -w" \
    -gcflags "github.com/...=-N -l" -gcflags "$2/...=-N -l" -o "$1" .)
  echo "$3" >"$place/$1/built"
}

build gitea code.gitea.io/gitea v1.26.0
build runner gitea.com/gitea/runner v1.0.8
