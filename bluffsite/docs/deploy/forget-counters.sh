#!/bin/sh
# What processes of this machine that have died had open (PROMETHEUS_MULTIPROC_DIR) is open no more.
for file in "${PROMETHEUS_MULTIPROC_DIR:?}"/gauge_live*_*.db; do
    pid=${file##*_}
    [ -d "/proc/${pid%.db}" ] || rm -f "$file"
done
