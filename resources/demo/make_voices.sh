#!/bin/sh
# Speak sentences.tsv with four voices of flite 2.2 and keep them as FLAC (16 kHz, 16 bit, mono) in voices/<voice>/.
# Needs flite and flac (Debian packages of these names). The files are committed; run this only to make them again.
set -eu
cd "$(dirname "$0")"
wav=$(mktemp)
trap 'rm -f "$wav"' EXIT
for voice in rms awb kal16 slt; do
    mkdir -p "voices/$voice"
    case $voice in rms) stretch=0.85 ;; kal16) stretch=1.1 ;; *) stretch=1 ;; esac # of like length
    tail -n +2 sentences.tsv | while IFS="$(printf '\t')" read -r name text; do
        flite -voice "$voice" --setf duration_stretch=$stretch -t "$text" -o "$wav"
        flac --silent --force --best --no-padding -o "voices/$voice/$name.flac" "$wav"
    done
done
