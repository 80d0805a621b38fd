#!/usr/bin/env node
// `provenance`: the command line. Everything is in cli/; this is the file that runs.
import { runProgram } from './cli/run-program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
