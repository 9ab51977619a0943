#!/bin/sh
# Find the system libraries that the Python packages load but do not bring. As root on Debian or Ubuntu the missing
# ones are installed; everybody else gets the one line to type, and we go on: a library may lie where ldconfig does
# not look, and whoever really needs it names it then.
set -eu

# shared library  Debian package
libraries='
libglib-2.0.so.0   libglib2.0-0
libGL.so.1         libgl1
libEGL.so.1        libegl1
libxkbcommon.so.0  libxkbcommon0
libdbus-1.so.3     libdbus-1-3
libfontconfig.so.1 libfontconfig1
libportaudio.so.2  libportaudio2
'
# What a window on an X screen loads besides
on_screen='
libxcb-cursor.so.0      libxcb-cursor0
libxcb-icccm.so.4       libxcb-icccm4
libxcb-util.so.1        libxcb-util1
libxcb-image.so.0       libxcb-image0
libxcb-keysyms.so.1     libxcb-keysyms1
libxcb-render-util.so.0 libxcb-render-util0
libxcb-render.so.0      libxcb-render0
libxcb-shape.so.0       libxcb-shape0
libxcb-xkb.so.1         libxcb-xkb1
libxkbcommon-x11.so.0   libxkbcommon-x11-0
'
[ -z "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || libraries="$libraries$on_screen"

PATH=$PATH:/usr/sbin:/sbin
command -v ldconfig >/dev/null || exit 0

known=$(ldconfig -p)
missing=$(printf '%s' "$libraries" | while read -r library package; do
    case $known in *"$library"*) ;; *) printf ' %s' "$package" ;; esac
done)
# Debian's own Python comes without the part that fills a virtual environment.
if [ -x /usr/bin/python3 ] && ! /usr/bin/python3 -c 'import ensurepip' 2>/dev/null; then
    missing="$missing python3-venv"
fi
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "system: not found; these are their Debian names, please install your system's:$missing" >&2
elif [ "$(id -u)" -ne 0 ]; then
    echo "system: please type:  sudo apt-get install$missing" >&2
else
    echo "system: installing$missing"
    # shellcheck disable=SC2086 - one word per package
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
        >/dev/null || echo "system: apt-get failed; please type:  apt-get install$missing" >&2
fi
