#!/bin/sh
# A bot that plays legally: the starter as it was. It shows that the task can be done, not how well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "${APP:-/app}/bot"
cp -R "$here/bot" "${APP:-/app}/bot"
