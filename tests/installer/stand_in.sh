#!/bin/sh
# Stands in for every command that changes a system: notes how it was called and does as the real one would to files
# below $STAND_IN. A line of $STAND_IN/fails that a call begins with makes that call fail.
name=${0##*/}
call="$name $*"
echo "$call" >>"$STAND_IN/calls"
if [ -e "$STAND_IN/fails" ]; then
    while read -r begin; do
        case "$call" in "$begin"*) echo "does not work"; exit 1 ;; esac
    done <"$STAND_IN/fails"
fi
case "$name $1" in
"dpkg-query "*) grep -qx "$3" "$STAND_IN/packages" && printf installed ;;
"apt-get install")
    shift 4
    for package; do echo "$package" >>"$STAND_IN/packages"; done
    ;;
"apt-cache show") ! grep -qx "$2" "$STAND_IN/unknown" ;;
"systemctl is-active" | "systemctl cat") [ -e "$STAND_IN/running" ] ;;
"systemctl restart" | "systemctl start")
    touch "$STAND_IN/running"
    [ ! -e "$STAND_IN/migrates" ] || [ "$(readlink "$STAND_IN/pi/opt/goatherd/current")" != releases/2 ] ||
        "$PYTHON" -c "
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as games:
    games.execute('PRAGMA user_version = 2')" "$STAND_IN/pi/var/lib/goatherd/goatherd.sqlite"
    ;;
"systemctl stop") rm -f "$STAND_IN/running" ;;
"systemctl show") cat "$STAND_IN/state" ;;
"python3 -m")
    [ "$2" = venv ] || exit 0
    mkdir -p "$4/bin" "$4/lib"
    for program in python pip goatherd; do cp "$0" "$4/bin/$program"; done
    ;;
"python3 -c") echo 1.24.2 ;;
"runuser "*)
    shift 3
    exec "$@"
    ;;
"goatherd status")
    [ -e "$STAND_IN/status" ] || exit 2
    cat "$STAND_IN/status"
    ;;
"goatherd games") echo "1  a game" ;;
"goatherd doctor") echo "✓ machine      a stand-in" ;;
"blkid "*) cat "$STAND_IN/blkid-$4" ;;
"mountpoint "*) exit 1 ;;
"mount "*) echo "$1" >"$2/mounted" ;;
esac
