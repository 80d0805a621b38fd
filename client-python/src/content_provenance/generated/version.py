# Generated from service/src/release.ts by npm run generate; do not edit.
VERSION = '2.6.1'
