#!/bin/sh
# Makes the secrets that full.yaml and cluster.yaml read, once: what is there already stays. Keep a copy of encryption_key with your backups.
set -eu
cd "$(dirname "$0")"
# The files are readable in the containers, whose users differ; the directory is closed to other users of this machine.
umask 022
mkdir -p -m 0700 secrets
cd secrets
random() { od -An -tx1 -N32 /dev/urandom | tr -d ' \n'; }
make() { [ -e "$1" ] || printf '%s\n' "$2" >"$1"; }

make database_password "$(random)"
make redis_password "$(random)"
make encryption_key "$(random)"
make s3_secret "$(random)"
make metrics_token "$(random)"
make database_url "postgres://sales:$(cat database_password)@database:5432/sales"
make coordinator_url "postgres://sales:$(cat database_password)@coordinator:5432/sales"
make pooler_url "postgres://sales:$(cat database_password)@pooler:6432/sales"
make pooler_users "\"sales\" \"$(cat database_password)\""
make redis_url "redis://:$(cat redis_password)@cache:6379"
ls
