// Names of files that programs read: data, settings and source code. Prose in a markup that people
// write (.txt, .md, .rst, .html) is not among them.

const data = 'json jsonl ndjson json5 jsonc jsonld geojson topojson webmanifest map ipynb har csv tsv psv ssv';
const settings =
  'xml xsd xsl xslt rss atom svg kml gpx plist yaml yml toml ini cfg cnf conf config properties env desktop service ' +
  'lock sum tf tfvars hcl nix editorconfig reg';
const web =
  'js mjs cjs jsx ts mts cts tsx vue svelte astro css scss sass less php phtml jsp erb ejs hbs graphql gql wat';
const source =
  'py pyi pyx ipy rb pl pm t lua tcl r jl m mm c h cc cpp cxx hh hpp hxx ino cu cl glsl hlsl wgsl metal asm s go rs zig ' +
  'nim d v sv vhd vhdl swift kt kts java scala sc groovy gradle clj cljs cljc edn lisp el scm rkt hs lhs elm purs ml mli ' +
  'fs fsx fsi ex exs erl hrl cs vb bas pas pp dpr f f77 f90 f95 for ada adb ads cob cbl dart sol vy cr coffee sql psql ' +
  'prql proto thrift avsc capnp fbs asn1 tex bib sty cls bst ps';
const scripts =
  'sh bash zsh fish csh ksh bat cmd ps1 psm1 awk sed vim mk mak cmake bzl bazel dockerfile diff patch po pot ics vcf';
const endings = new Set([data, settings, web, source, scripts].flatMap((list) => list.split(' ')));

const names = new Set(
  (
    'makefile gnumakefile dockerfile containerfile vagrantfile jenkinsfile procfile gemfile rakefile podfile brewfile ' +
    'justfile pipfile build workspace crontab fstab hosts robots.txt requirements.txt constraints.txt cmakelists.txt go.mod'
  ).split(' '),
);

/** path: a name, with or without folders. */
export function isProgramName(path: string): boolean {
  const name = path.split(/[/\\]/).at(-1)!.toLowerCase();
  // `.gitignore`, `.env.local`
  if (names.has(name) || /^\.[a-z]/.test(name)) return true;
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1];
  return ending !== undefined && endings.has(ending);
}
