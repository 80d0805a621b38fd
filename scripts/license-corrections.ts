// Licenses of packages whose package.json does not state them completely, because it speaks of the
// wrapper and not of the binary or of other people's code in it. Each says how we know.

export interface Correction {
  readonly name: RegExp;
  readonly license: string;
  readonly reason: string;
}

const corrections: readonly Correction[] = [
  {
    name: /^@seydx\/node-av-/,
    license: 'MIT AND GPL-3.0-or-later AND FDK-AAC',
    reason:
      'package.json says MIT, which is the license of the bindings. The binary contains FFmpeg, which was configured ' +
      'with --enable-gpl --enable-version3 (GPL-3.0-or-later), with x264 and x265 (GPL-2.0-or-later), and with ' +
      '--enable-libfdk-aac. The Free Software Foundation lists the license FDK-AAC as incompatible with the GPL.',
  },
  {
    name: /^node-(bin-)?(linux|darwin|win)-/,
    license:
      'MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND BlueOak-1.0.0 AND CC0-1.0 AND ISC AND Unicode-3.0 AND Zlib',
    reason:
      'package.json says MIT. The LICENSE of Node names the code in it, such as V8, OpenSSL, ICU, libuv and zlib.',
  },
  {
    name: /^@img\/sharp-libvips-/,
    license:
      'LGPL-3.0-or-later AND BSD-2-Clause AND BSD-3-Clause AND FTL AND HPND-sell-variant AND IJG AND libpng-2.0 AND libtiff AND MIT AND MPL-1.1 AND Zlib',
    reason:
      'package.json says LGPL-3.0-or-later for libvips. The README of the package names the other libraries in it.',
  },
  {
    name: /^onnxruntime-node$/,
    license: 'MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND MPL-2.0',
    reason:
      'package.json says MIT. The library contains Abseil and FlatBuffers (Apache-2.0), cpuinfo (BSD-2-Clause), ' +
      'Protocol Buffers and RE2 (BSD-3-Clause) and Eigen (MPL-2.0).',
  },
  {
    name: /^marked$/,
    license: 'MIT AND BSD-3-Clause',
    reason: 'package.json says MIT. Its LICENSE also has the one of Markdown, from which it is derived.',
  },
];

export function findCorrection(name: string): Correction | undefined {
  return corrections.find((each) => each.name.test(name));
}
