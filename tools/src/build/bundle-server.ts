import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inAscii } from './ascii.ts';
import { neverInstalled, outside } from './outside.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Bundles the entries of the server for a folder. Returns its files, and writes none. */
export const bundleServer = async (
  entryPoints: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ path: string; text: string }[]> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
    outdir: folder,
    // Shared chunks are next to the entries, so that a path relative to import.meta.url means the same in all of them.
    chunkNames: 'chunk-[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: [...outside, ...neverInstalled],
    inject: [join(root, 'tools/src/build/node-globals.ts')],
    // The text of the bundle stays in memory. Names are kept and lines are short, so that the position of an error can be found.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'linked',
    // Source maps are for debuggers. The server does not read them, which saves 24 MB.
    sourcemap: true,
    sourcesContent: false,
    write: false,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as atelierRequire } from 'node:module'; const require = atelierRequire(import.meta.url);",
    },
  });
  return outputFiles.map(({ path, text }) => ({ path, text: path.endsWith('.js') ? inAscii(text) : text }));
};
