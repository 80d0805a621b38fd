// Code that signs a file with your generator, ready to run. The page shows it, and
// test/client/quickstarts.long.test.ts runs it. Each reads the key from PROVENANCE_API_KEY.

export interface SnippetFacts {
  readonly baseUrl: string;
  readonly generatorId: string;
  readonly model: string;
}

export const snippetLanguages = ['curl', 'typescript', 'python', 'cli'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export function snippetsOf({ baseUrl, generatorId, model }: SnippetFacts): Readonly<Record<SnippetLanguage, string>> {
  return {
    curl: `curl --fail-with-body ${inShell(`${baseUrl}/v1/sign`)} \\
  -H "Authorization: Bearer $PROVENANCE_API_KEY" \\
  --form-string ${inShell(`generator_id=${generatorId}`)} \\
  --form-string ${inShell(`model=${model}`)} \\
  -F content=@picture.jpg \\
  -o picture-signed.jpg`,

    typescript: `// sign.mts: runs with Node 22.18 or newer
import { readFile, writeFile } from 'node:fs/promises';
import { createClient } from '@content-provenance/client';

const client = createClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  credential: process.env.PROVENANCE_API_KEY!,
});
const signed = await client.sign({
  content: new Blob([await readFile('picture.jpg')]),
  generatorId: ${JSON.stringify(generatorId)},
  model: ${JSON.stringify(model)},
});
await writeFile('picture-signed.jpg', await signed.bytes());
console.log(signed.recordId);`,

    python: `# sign.py: needs only Python 3
import os
import urllib.request
import uuid

boundary = uuid.uuid4().hex
fields = {"generator_id": ${JSON.stringify(generatorId)}, "model": ${JSON.stringify(model)}}
head = "".join(
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'
    for name, value in fields.items()
)
head += f'--{boundary}\\r\\nContent-Disposition: form-data; name="content"; filename="picture.jpg"\\r\\n\\r\\n'
with open("picture.jpg", "rb") as file:
    body = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()

request = urllib.request.Request(
    ${JSON.stringify(`${baseUrl}/v1/sign`)},
    data=body,
    headers={
        "Authorization": "Bearer " + os.environ["PROVENANCE_API_KEY"],
        "Content-Type": "multipart/form-data; boundary=" + boundary,
    },
)
with urllib.request.urlopen(request) as response, open("picture-signed.jpg", "wb") as file:
    file.write(response.read())
    print(response.headers["X-Service-Record-Id"])`,

    cli: `export PROVENANCE_URL=${inShell(baseUrl)}
provenance sign picture.jpg --generator ${inShell(generatorId)} --model ${inShell(model)}`,
  };
}

function inShell(text: string): string {
  return /^[\w.:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
