#!/usr/bin/env bash
# A container engine for test/stress/containers on a machine that has none: engine.sh prepare | start | stop | env. Needs root and Debian's apt-get.
# dockerd, compose and buildx are unpacked from Debian's testing suite, not installed, and run in a network and a mount namespace of their own, so that the
# machine's network stays as it is. Everything lies in $CONTAINERS_DIR. `env` prints what docker needs, and IN_ENGINE: what puts a command into the
# engine's network, where published ports are. `prepare` starts it, makes the images that Dockerfile and Compose ask for, and leaves nothing running when
# that fails.
set -euo pipefail
# One at a time, without handing the lock on to what is started.
if [ -z "${ENGINE_LOCKED:-}" ] && [ "${1:-}" != env ]; then
  ENGINE_LOCKED=1 exec flock --close "${TMPDIR:-/tmp}/standing-containers.lock" "$0" "$@"
fi
here=$(cd "$(dirname "$0")" && pwd)
dir=${CONTAINERS_DIR:-${TMPDIR:-/tmp}/standing-containers}
suite=forky
run=$dir/run

fetch() {
  [ -x "$dir/bin/dockerd" ] && return
  local apt=$dir/apt-$suite mirror deb
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,state} "$dir"/{debs,own,bin,cli/cli-plugins}
  apt-get -qq install -y --no-install-recommends debootstrap slirp4netns iptables >/dev/null
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/$')
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources.list"
  : >"$apt/status"
  cat >"$apt/apt.conf" <<CONF
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/nonexistent";
Dir::State "$apt/state";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
CONF
  (
    cd "$dir/debs"
    export APT_CONFIG=$apt/apt.conf
    apt-get -qq update
    apt-get -qq download docker.io docker-cli containerd docker-compose docker-buildx
  )
  # runc is linked against the machine's own C library.
  (cd "$dir/own" && apt-get -qq download runc)
  for deb in "$dir"/debs/*.deb; do dpkg -x "$deb" "$dir/unpacked"; done
  dpkg -x "$dir"/own/runc_*.deb "$dir/unpacked-own"
  cp "$dir"/unpacked/usr/sbin/docker{d,-proxy} "$dir"/unpacked/usr/bin/{docker,containerd,containerd-shim-runc-v2} "$dir/unpacked-own/usr/sbin/runc" "$dir/bin/"
  cp "$dir"/unpacked/usr/libexec/docker/cli-plugins/docker-{compose,buildx} "$dir/cli/cli-plugins/"
}

start() {
  fetch
  export PATH=$dir/bin:$PATH run dir
  if DOCKER_HOST=unix://$run/docker.sock docker version >/dev/null 2>&1; then return; fi
  rm -rf "$run" && mkdir -p "$run"
  setsid unshare --net --mount --propagation private bash -c '
    echo $$ >"$run/namespace.pid"
    ip link set lo up
    until [ -e "$run/network" ]; do sleep 0.1; done
    exec dockerd --host "unix://$run/docker.sock" --data-root "$dir/data" --exec-root "$run/exec" --pidfile "$run/dockerd.pid" \
      --userland-proxy-path "$dir/bin/docker-proxy" --exec-opt native.cgroupdriver=cgroupfs --dns 10.0.2.3 --mtu 1400 \
      --bip 172.30.0.1/24 --default-address-pool base=172.31.0.0/16,size=24 >"$run/dockerd.log" 2>&1' </dev/null >/dev/null 2>&1 &
  until [ -s "$run/namespace.pid" ]; do sleep 0.1; done
  local pid
  pid=$(cat "$run/namespace.pid")
  # The way out for npm ci while an image is built.
  setsid slirp4netns --configure --mtu=1400 --disable-host-loopback "$pid" tap0 </dev/null >"$run/slirp.log" 2>&1 &
  echo $! >"$run/slirp.pid"
  until nsenter -t "$pid" -n ip -4 addr show tap0 2>/dev/null | grep -q inet; do sleep 0.1; done
  : >"$run/network"
  for _ in $(seq 150); do
    if DOCKER_HOST=unix://$run/docker.sock docker version >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  tail -n 5 "$run/dockerd.log" >&2
  return 1
}

# The last line it says is the reason.
no_engine() {
  echo "there is no container engine, and none can be started $1" >&2
  exit 1
}

prepare() {
  [ "$(uname -s)" = Linux ] && [ "$(id -u)" -eq 0 ] || no_engine 'without root on Linux'
  [ -e /etc/debian_version ] || no_engine 'elsewhere than on Debian'
  unshare --net --mount true 2>/dev/null || no_engine 'where no namespaces can be made'
  reason='the container engine did not start'
  trap 'stop; echo "$reason" >&2' EXIT
  start
  export DOCKER_HOST=unix://$run/docker.sock DOCKER_CONFIG=$dir/cli PATH=$dir/bin:$PATH
  reason='the images that Dockerfile and Compose ask for could not be made'
  "$here/standins/make.sh" >"$dir/standins.log" 2>&1
  # The image is built with npm ci.
  reason='npm reaches no registry from inside a container'
  docker run --rm node:24-bookworm-slim npm view pg version >"$dir/npm.log" 2>&1
  trap - EXIT
}

stop() {
  [ -e "$run/dockerd.pid" ] || return 0
  kill "$(cat "$run/dockerd.pid")" 2>/dev/null || true
  for _ in $(seq 150); do [ -e "$run/dockerd.pid" ] || break; sleep 0.2; done
  kill "$(cat "$run/slirp.pid")" 2>/dev/null || true
  rm -rf "$run"
}

case ${1:-} in
  prepare) prepare ;;
  start) start ;;
  stop) stop ;;
  env) echo "DOCKER_HOST=unix://$run/docker.sock" && echo "DOCKER_CONFIG=$dir/cli" && echo "PATH=$dir/bin:$PATH" && echo "IN_ENGINE=nsenter -t $(cat "$run/namespace.pid") -n" ;;
  *) sed -n '2,6p' "$0" && exit 2 ;;
esac
