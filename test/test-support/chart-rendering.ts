// The part of Helm's templates that deploy/chart uses: values, names of the release and the chart,
// `quote`, and `if` with an optional `not`. Anything else is refused, so that the chart stays
// within what is checked here. And YAML through a parser of the system.
import { execFileSync } from 'node:child_process';

export type Values = Readonly<Record<string, unknown>>;

export function renderTemplate(template: string, context: Values): string {
  const lines: string[] = [];
  /** Whether each `if` around a line is true. */
  const conditions: boolean[] = [];
  for (const line of template.split('\n')) {
    const condition = /^\s*\{\{- if (not )?(\.\S+) \}\}$/.exec(line);
    if (condition) conditions.push(Boolean(lookUp(condition[2]!, context)) !== (condition[1] !== undefined));
    else if (/^\s*\{\{- end \}\}$/.test(line)) {
      if (conditions.pop() === undefined) throw new Error('An end without an if.');
    } else if (conditions.every(Boolean)) lines.push(fillIn(line, context));
  }
  if (conditions.length > 0) throw new Error('An if without an end.');
  return lines.join('\n');
}

function fillIn(line: string, context: Values): string {
  const filled = line.replaceAll(/\{\{ (\.[\w.]+)( \| quote)? \}\}/g, (_, path: string, quote?: string) => {
    const value = lookUp(path, context);
    if (value === undefined) throw new Error(`${path} has no value.`);
    return quote ? JSON.stringify(String(value)) : String(value);
  });
  if (filled.includes('{{')) throw new Error(`Not understood: ${line}`);
  return filled;
}

function lookUp(path: string, context: Values): unknown {
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => (value as Values | undefined)?.[name], context);
}

const python = '/usr/bin/python3';
const program = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';

/** The documents of a text. */
export function parseAllYaml(text: string): unknown[] {
  return JSON.parse(execFileSync(python, ['-c', program], { input: text, encoding: 'utf8' }));
}

export function parseYaml(text: string): unknown {
  return parseAllYaml(text)[0];
}

/**
 * yamllint's own rules, except for the length of lines and the marker at the start of a document.
 * Throws with its message.
 */
export function lintYaml(text: string): void {
  const rules = '{extends: default, rules: {line-length: disable, document-start: disable}}';
  execFileSync('yamllint', ['--strict', '--config-data', rules, '-'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
}
