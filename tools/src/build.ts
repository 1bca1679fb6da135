import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { inAscii } from './build/ascii.ts';
import { compressFiles } from './build/compress.ts';
import { neverInstalled, outside } from './build/outside.ts';
import { checkPageSizes } from './build/page-sizes.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...parts: string[]) => join(root, ...parts);

const serverEntries = {
  main: at('apps/server/src/main.ts'),
  'compute-worker': at('apps/server/src/compute-worker.ts'),
  'parser-child': at('packages/documents/src/parser-child.ts'),
};

const buildServer = async () => {
  const entries = Object.entries(serverEntries).filter(([, file]) => existsSync(file));
  if (entries.length === 0) throw new Error('apps/server/src/main.ts is missing.');
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir: at('dist/server'),
    // Shared chunks are next to the entries, so that a path relative to import.meta.url means the same in all of them.
    chunkNames: 'chunk-[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: [...outside, ...neverInstalled],
    inject: [at('tools/src/build/node-globals.ts')],
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
  // Only a build that succeeded replaces the previous one.
  await rm(at('dist/server'), { recursive: true, force: true });
  await mkdir(at('dist/server'), { recursive: true });
  await Promise.all(
    outputFiles.map(({ path, text }) => writeFile(path, path.endsWith('.js') ? inAscii(text) : text)),
  );
  await cp(at('apps/server/migrations'), at('dist/server/migrations'), { recursive: true });
};

/** Builds the front end. Its own Vite configuration names its entries. */
const buildFrontEnd = async () => {
  await buildWithVite({
    root: at('apps/web'),
    configFile: at('apps/web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: at('dist/web'), emptyOutDir: true },
  });
  await compressFiles(at('dist/web'));
};

await Promise.all([buildServer(), buildFrontEnd()]);
for (const line of await checkPageSizes(at('dist/web'))) console.log(line);
