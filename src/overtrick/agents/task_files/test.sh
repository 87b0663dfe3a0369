#!/bin/sh
# Lets the bot play, and writes its reward. The variables are for whoever tries this outside of a container.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec "${PYTHON:-/opt/overtrick/bin/python3}" -P "$here/reward.py" "$here/tournament.toml" "${APP:-/app}/bot" "${LOGS:-/logs/verifier}"
