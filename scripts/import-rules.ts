// The import rules of ARCHITECTURE.md as a table, read top to bottom: a file that matches `from`
// must not import a target that matches `to`, unless `except` matches too. `$1` in `except` means
// the first group of `from`. Targets are files from the root (`engine/src/index.ts`), Node's own
// modules (`node:fs`) or packages (`npm:fastify`).

export interface ImportRule {
  readonly rule: string;
  readonly from: RegExp;
  readonly to: RegExp;
  readonly except?: string;
  /** Whether `import type` is allowed: it describes a shape and leaves nothing at run time. */
  readonly typesAreFree?: true;
}

/** Tests and test support can import internals, but not each other's tests. */
const test = String.raw`\.test\.ts$|^[^/]+/test-support/`;
const code = (pattern: string) => new RegExp(`^(?!.*(?:${test}))${pattern}`);

export const importRules: readonly ImportRule[] = [
  // 1
  { rule: 'The engine imports no other workspace.', from: /^engine\//, to: /^(?!engine\/|node:|npm:)/ },
  {
    // kernels/ and c2pa/reader/ read the compiled WebAssembly, which is part of their code.
    // networks.ts reads the weights. work-file.ts writes into the work folder of a job.
    rule: 'The engine reaches nothing outside but through ports.ts: no network, files, processes or databases.',
    from: code('engine/src/(?!kernels/|c2pa/reader/|watermarks/neural/networks\\.ts|large-files/work-file\\.ts)'),
    to: /^node:(child_process|cluster|dgram|dns|fs|http|https|http2|net|os|process|sqlite|tls)\b/,
  },
  // 2
  {
    rule: 'A format never imports another format.',
    from: code('engine/src/formats/([^/]+)/'),
    to: /^engine\/src\/formats\/[^/]+\//,
    except: '^engine/src/formats/$1/',
  },
  {
    rule: 'Containers, watermarks, fingerprints and signatures never import formats.',
    from: code('engine/src/(containers|watermarks|fingerprints|signatures)/'),
    to: /^engine\/src\/formats\//,
  },
  {
    rule: 'Only the public entry imports the recipes sign.ts and verify.ts.',
    from: code('engine/src/[^/]+/'),
    to: /^engine\/src\/(sign|verify)\.ts$/,
  },
  // 3: check-imports.ts checks for every workspace that imports use only the public entry of a
  // package.
  { rule: 'The service imports no workspace but the engine.', from: code('service/'), to: /^(client|dashboard)\// },
  // 4
  {
    rule: 'Routes call services: they import no store, database or adapter.',
    from: /^service\/.*\.routes\.ts$/,
    to: /^service\/src\/(adapters|database)\/|\.store\.ts$/,
    typesAreFree: true,
  },
  {
    rule: 'A service never sees a request or a reply: of http it knows the error catalogue and timestamps alone.',
    from: /^service\/.*\.service\.ts$/,
    to: /^npm:fastify|^service\/src\/http\/|\.routes\.ts$/,
    except: '^service/src/http/(error-catalogue|timestamps)\\.ts$',
  },
  {
    rule: 'A store holds no rules: it imports the database and nothing else of the service.',
    from: /^service\/.*\.store\.ts$/,
    to: /^service\//,
    except:
      '^service/src/(adapters/database/database|database/(schema|signer|hash-keys|packed-record-id|watermarks))\\.ts$',
    typesAreFree: true,
  },
  // 5
  {
    rule: "A resource may import only another's .service.ts.",
    from: code('service/src/resources/([^/]+)/'),
    to: /^service\/src\/resources\//,
    except: '^service/src/resources/($1/|[^/]+/[^/]+\\.service\\.ts$)',
  },
  // 6
  {
    rule: 'What resources stand on never imports a resource.',
    from: code(
      'service/src/(access|adapters|archive|configuration|database|events|http|identity|mail|plans|telemetry|transparency)/',
    ),
    to: /^service\/src\/(resources|operator)\//,
  },
  {
    rule: 'Only service.ts, keys.ts and the operator choose adapters; the others know the interface.',
    from: code('service/src/(?!(service|keys)\\.ts$|operator/|adapters/)'),
    to: /^service\/src\/adapters\/(database\/(sqlite|postgres)\/|key-value\/(memory|redis)-store|mail\/(smtp|outbox)-transport|key-vault\/(secret-files|master-keys)|key-custody\/(remote-custodian|pkcs11\/)|kms\/)/,
  },
  // 7
  {
    rule: 'The dashboard and the client reach the service over HTTP.',
    from: code('(dashboard|client)/'),
    to: /^service\//,
  },
  {
    // The pages bundle the client's first entry. Format code and Node's modules stay behind the
    // other two.
    rule: 'What browsers load of the client imports neither the engine nor Node.',
    from: code('client/src/(?!cli/|mcp/|media/|signing/|signing\\.ts$|node\\.ts$|provenance\\.ts$)'),
    to: /^engine\/|^node:|^npm:/,
  },
  {
    // It contains texts and pure functions. Nothing else in the engine runs in a browser.
    rule: 'The pages import of the engine only its entry for verdicts.',
    from: code('dashboard/'),
    to: /^engine\//,
    except: '^engine/src/verdicts/index\\.ts$',
  },
  {
    rule: 'Verdicts run in browsers: they import nothing but each other.',
    from: code('engine/src/verdicts/'),
    to: /^(?!engine\/src\/verdicts\/)/,
  },
  {
    // Browsers load it with the client, through client/src/signing.
    rule: 'The transparency log runs in browsers: it imports only its own files, canonical JSON and noble.',
    from: code('engine/src/transparency/'),
    to: /^(?!engine\/src\/(transparency\/|signatures\/canonical-json\.ts$)|npm:@noble\/)/,
  },
  {
    rule: 'Canonical JSON runs in browsers: it imports only the errors of the engine, which import nothing.',
    from: /^engine\/src\/(signatures\/canonical-json|engine-error)\.ts$/,
    to: /^(?!engine\/src\/engine-error\.ts$)/,
  },
  { rule: 'Nobody imports training.', from: /^(?!training\/)/, to: /^training\// },
  { rule: 'Nobody imports bench.', from: /^(?!bench\/)/, to: /^bench\// },
  { rule: 'Nobody imports scripts.', from: /^(?!scripts\/)/, to: /^scripts\// },
  { rule: 'Nobody imports a test.', from: /./, to: /\.test\.ts$/ },
  { rule: 'Only tests import what supports tests.', from: code('(?!bench/|test/)'), to: /^[^/]+\/test-support\// },
];
