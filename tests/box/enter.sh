#!/usr/bin/env bash
# Runs a command in a tree of Debian that takes itself for a Raspberry Pi 5. Root only; needs util-linux and overlayfs.
#
#   enter.sh BASE LAYER USER COMMAND     BASE is left as it is, what changes is kept in LAYER
#   OFFLINE=yes enter.sh …               the same without a network
#
# /proc cannot be written, so the tree's /proc is a folder of links to the real one, with a device tree beside them.
# Whoever kills this program kills all that it began, as a pulled plug does.
set -euo pipefail

if [ "${ENTERED:-}" != yes ]; then
    options=(--mount --pid --fork --kill-child)
    [ "${OFFLINE:-}" != yes ] || options+=(--net)
    ENTERED=yes exec unshare "${options[@]}" "${BASH_SOURCE[0]}" "$@"
fi

base=$1 layer=$2 user=$3 command=$4
tree="$layer/tree"

mount --make-rprivate /
mkdir -p "$layer/changed" "$layer/work" "$tree"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$layer/changed,workdir=$layer/work" "$tree"

mkdir -p "$tree/realproc"
mount -t proc proc "$tree/realproc"
mount -t tmpfs tmpfs "$tree/proc"
for file in "$tree/realproc/"[!0-9]*; do
    ln -s "/realproc/${file##*/}" "$tree/proc/"
done
ln -sfn /realproc/self "$tree/proc/self"
ln -sfn /realproc/thread-self "$tree/proc/thread-self"
mkdir -p "$tree/proc/device-tree/system"
printf 'Raspberry Pi 5 Model B Rev 1.0\0' >"$tree/proc/device-tree/model"
printf '\x00\xc0\x41\x70' >"$tree/proc/device-tree/system/linux,revision"

mount -t tmpfs tmpfs "$tree/dev"
for name in null zero full random urandom tty; do
    touch "$tree/dev/$name"
    mount --bind "/dev/$name" "$tree/dev/$name"
done
mkdir "$tree/dev/pts" "$tree/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,gid=5 devpts "$tree/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$tree/dev/shm"
ln -s pts/ptmx "$tree/dev/ptmx"
ln -s /proc/self/fd "$tree/dev/fd"
for number in 0 1 2; do
    names=(stdin stdout stderr)
    ln -s "/proc/self/fd/$number" "$tree/dev/${names[number]}"
done
mount --bind /sys "$tree/sys"
mount -o remount,bind,ro "$tree/sys"

bare=(/usr/bin/env -i "TERM=dumb" "LANG=C.UTF-8" "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
if [ "$user" = root ]; then
    exec chroot "$tree" "${bare[@]}" HOME=/root bash -c "$command"
fi
exec chroot "$tree" /usr/sbin/runuser -u "$user" -- "${bare[@]}" "HOME=/home/$user" "USER=$user" "LOGNAME=$user" \
    bash -c "cd; $command"
