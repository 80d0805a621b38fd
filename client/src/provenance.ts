#!/usr/bin/env node
// `provenance`: the command line. This file only starts it. The code is in cli/.
import { runProgram } from './cli/run-program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
