// `provenance mcp`: the tools of the command line for AI agents, over standard input and output
// (Model Context Protocol). It ends when its input ends.
import { once } from 'node:events';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { type AllowedFolders, allowFolders } from '../../mcp/allowed-folders.ts';
import { createMcpServer, largestMessage, type McpServer } from '../../mcp/mcp-server.ts';
import { readLines } from '../../mcp/message-lines.ts';
import type { Tool } from '../../mcp/tool.ts';
import { inspectTool } from '../../mcp/tools/inspect.ts';
import { lookUpTool } from '../../mcp/tools/look-up.ts';
import { signTool } from '../../mcp/tools/sign.ts';
import { verifyTool } from '../../mcp/tools/verify.ts';
import { type Command, type Context, textOf, textsOf, type Values } from '../command.ts';
import { CommandError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { programVersion } from '../version.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Run an MCP server, so that AI agents can verify, inspect, sign and look up',
  mostWords: 0,
  details: `The server uses standard input and output. An agent starts it: see docs/use/mcp.md.
The tools read and write only below the folders of --folder, and never hidden files.
Without an API key, and with --read-only, there is no tool to sign.`,
  options: {
    folder: {
      type: 'string',
      value: 'folder',
      multiple: true,
      about: 'Folder that the tools can use. Repeat it for more folders (default: the current folder)',
    },
    'read-only': { type: 'boolean', about: 'Leave out the tool that signs' },
    generator: { type: 'string', short: 'g', value: 'id', about: 'Generator that signs, unless a call names another' },
    model: { type: 'string', short: 'm', value: 'name', about: 'AI model, unless a call names another' },
  },
  async run(context, _words, values) {
    const { terminal, configuration } = context;
    const folders = allowFolders(foldersOf(values));
    const tools = makeTools(context, folders, values);
    const { stdin, stdout } = process;
    const server = createMcpServer({
      tools,
      version: programVersion,
      send: (message) => void stdout.write(`${JSON.stringify(message)}\n`),
      note: (line) => terminal.note(line),
    });
    terminal.note(`MCP server for ${configuration.url}, with ${tools.map(({ name }) => name).join(', ')}.`);
    terminal.note(`Folders: ${folders.list.join(', ')}`);
    await receiveAll(server, stdin);
    server.stop();
    return exitCodes.done;
  },
};

async function receiveAll(server: McpServer, input: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const line of readLines(input, largestMessage)) {
    server.receive(line);
    // A client that reads no responses must not fill the memory with them.
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  }
}

function makeTools(context: Context, folders: AllowedFolders, values: Values): Tool[] {
  const { url, key, generator, model } = context.configuration;
  if (!URL.canParse(url)) throw new CommandError(`${url} is not a URL. Set PROVENANCE_URL.`);
  const client = context.client();
  const defaults = { generator: textOf(values, 'generator') ?? generator, model: textOf(values, 'model') ?? model };
  const canSign = key !== undefined && values['read-only'] !== true;
  return [
    verifyTool(client, folders, url),
    inspectTool(folders),
    lookUpTool(client, key !== undefined, url),
    ...(canSign ? [signTool(client, folders, url, defaults)] : []),
  ];
}

/** Some agents start a server in the root folder or at home, which would open every file. */
function foldersOf(values: Values): readonly string[] {
  const given = textsOf(values, 'folder');
  if (given.length > 0) return given;
  const here = process.cwd();
  if (here === parse(here).root || here === resolve(homedir())) {
    throw new CommandError(`The current folder is ${here}. Name the folders that the tools can use with --folder.`);
  }
  return [here];
}
