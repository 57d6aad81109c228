# Runs a program where only parts of the file system are there:
#     new_root.sh STAGE BYTES DIRECTORY PLACE… -- HIDDEN… -- PROGRAM…
# `unshare` starts it in namespaces of its own, in which it may mount. Every PLACE is shown read-only, every HIDDEN
# directory is empty, /tmp is a file system in memory of BYTES bytes, and there is nothing else.
set -eu
PATH=${PATH:-/usr/bin:/bin}:/usr/sbin:/sbin
stage=$1 bytes=$2 directory=$3
shift 3

show() {
    inside=$stage$1
    if [ -d "$1" ] && [ ! -L "$1" ]; then
        mkdir -p "$inside"
    else
        mkdir -p "${inside%/*}"
    fi
    if [ -L "$1" ]; then
        ln -s "$(readlink "$1")" "$inside"
        return
    fi
    [ -d "$1" ] || : >"$inside"
    mount --rbind "$1" "$inside"
}

# Something may be mounted below the stage already, under a name that is surely not this one.
mount -t tmpfs -o mode=755,size=4k,nosuid,nodev plowshares "$stage"
stage=$stage/plowshares-new-root
mkdir "$stage"
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev plowshares "$stage"
mkdir -p "$stage/proc" "$stage/dev/shm" "$stage/tmp"
for place in dev/shm tmp; do
    mount -t tmpfs -o "mode=1777,size=$bytes,nosuid,nodev" plowshares "$stage/$place"
done

while [ "$1" != -- ]; do
    [ -e "$stage$1" ] || [ -L "$stage$1" ] || show "$1"
    shift
done
shift

# All of it becomes read-only, with what is mounted inside; what is forbidden there already stays forbidden.
while read -r _ _ _ _ at options _; do
    case $at in
    "$stage/tmp" | "$stage/dev/shm") ;;
    "$stage"/*\\*) mount -o "remount,bind,ro${options#r?},nosuid" "$(printf '%b' "$at")" ;;
    "$stage"/*) mount -o "remount,bind,ro${options#r?},nosuid" "$at" ;;
    esac
done </proc/self/mountinfo

while [ "$1" != -- ]; do
    mount -t tmpfs -o ro,mode=755,size=4k,nosuid,nodev plowshares "$stage$1"
    shift
done
shift

mount -t proc -o nosuid,nodev,noexec proc "$stage/proc"
for device in null zero full random urandom; do
    : >"$stage/dev/$device"
    mount --bind "/dev/$device" "$stage/dev/$device"
done
mount -o remount,ro,mode=755,size=1m,nosuid,nodev "$stage"

cd "$stage"
pivot_root . .
umount -l .
cd "$directory"
exec setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all -- "$@"
