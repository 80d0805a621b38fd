// The part of Helm's templates that deploy/chart uses: values, names of the release and the chart,
// `quote`, `toYaml` with `nindent`, `if`, `with`, `fail`, and whether the cluster has an API.
// Anything else is refused, so that the chart stays within what is checked here. And YAML through a
// parser of the system.
import { execFileSync } from 'node:child_process';

export type Values = Readonly<Record<string, unknown>>;

export interface Context extends Values {
  /** APIs that the cluster has. */
  readonly apis: readonly string[];
}

/** An `if` or `with` around a line. */
interface Block {
  readonly isTrue: boolean;
  /** What `.` means, in a `with`. */
  readonly dot?: unknown;
}

export function renderTemplate(template: string, context: Context): string {
  const lines: string[] = [];
  const blocks: Block[] = [];
  for (const line of template.split('\n')) {
    const action = /^\s*\{\{- (if|with|end|fail|toYaml)\b ?(.*?) ?\}\}$/.exec(line);
    const [, word, rest] = action ?? [];
    const isOn = blocks.every(({ isTrue }) => isTrue);
    if (word === 'if') blocks.push({ isTrue: isOn && isSo(rest!, context) });
    else if (word === 'with') {
      const dot = lookUp(rest!, context);
      blocks.push({ isTrue: isOn && isTruthy(dot), dot });
    } else if (word === 'end') {
      if (!blocks.pop()) throw new Error('An end without an if.');
    } else if (!isOn) continue;
    else if (word === 'fail') throw new Error(rest);
    else if (word === 'toYaml') lines.push(indented(rest!, context, blocks));
    else lines.push(fillIn(line, context));
  }
  if (blocks.length > 0) throw new Error('An if without an end.');
  return lines.join('\n');
}

function isSo(condition: string, context: Context): boolean {
  const plain = /^(not )?(\.[\w.]+)$/.exec(condition);
  if (plain) return isTruthy(lookUp(plain[2]!, context)) !== (plain[1] !== undefined);
  const parts = /^and (\.[\w.]+) \((not \()?\.Capabilities\.APIVersions\.Has "([^"]+)"\)?\)$/.exec(condition);
  if (!parts) throw new Error(`Not understood: ${condition}`);
  const [, path, not, api] = parts;
  return isTruthy(lookUp(path!, context)) && context.apis.includes(api!) !== (not !== undefined);
}

/** As in Go's templates, empty lists and maps are false. */
function isTruthy(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function indented(expression: string, context: Context, blocks: readonly Block[]): string {
  const [, path, indent] = /^(\.[\w.]*) \| nindent (\d+)$/.exec(expression) ?? [];
  if (path === undefined) throw new Error(`Not understood: ${expression}`);
  const value = path === '.' ? blocks.findLast(({ dot }) => dot !== undefined)?.dot : lookUp(path, context);
  return dumpYaml(value)
    .trimEnd()
    .replaceAll(/^/gm, ' '.repeat(Number(indent)));
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
const parse = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
/** Lists are indented, as in the templates. */
const dump = `
import json, sys, yaml
class Dumper(yaml.SafeDumper):
  def increase_indent(self, flow=False, indentless=False):
    return super().increase_indent(flow, False)
print(yaml.dump(json.load(sys.stdin), Dumper=Dumper))`;

/** The documents of a text. */
export function parseAllYaml(text: string): unknown[] {
  return JSON.parse(execFileSync(python, ['-c', parse], { input: text, encoding: 'utf8' }));
}

export function parseYaml(text: string): unknown {
  return parseAllYaml(text)[0];
}

function dumpYaml(value: unknown): string {
  return execFileSync(python, ['-c', dump], { input: JSON.stringify(value), encoding: 'utf8' });
}

/**
 * yamllint's own rules, except for the length of lines and the marker at the start of a document.
 * Throws with its message.
 */
export function lintYaml(text: string): void {
  const rules = '{extends: default, rules: {line-length: disable, document-start: disable}}';
  execFileSync('yamllint', ['--strict', '--config-data', rules, '-'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
}
