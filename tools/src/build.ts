import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as buildWithVite } from 'vite';
import { buildLoader } from './build/build-loader.ts';
import { bundleServer } from './build/bundle-server.ts';
import { compressFiles } from './build/compress.ts';
import { checkPageSizes } from './build/page-sizes.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...parts: string[]) => join(root, ...parts);

const serverEntries = {
  main: at('apps/server/src/main.ts'),
  'compute-worker': at('apps/server/src/compute-worker.ts'),
  'native-worker': at('apps/server/src/native-worker.ts'),
  'parser-child': at('packages/documents/src/parser-child.ts'),
};

const buildServer = async () => {
  const entries = Object.entries(serverEntries).filter(([, file]) => existsSync(file));
  if (entries.length === 0) throw new Error('apps/server/src/main.ts is missing.');
  const outputFiles = await bundleServer(Object.fromEntries(entries), at('dist/server'));
  // Only a build that succeeded replaces the previous one.
  await rm(at('dist/server'), { recursive: true, force: true });
  await mkdir(at('dist/server'), { recursive: true });
  await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, text)));
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
  await buildLoader(at('dist/web'));
  await compressFiles(at('dist/web'));
};

await Promise.all([buildServer(), buildFrontEnd()]);
for (const line of await checkPageSizes(at('dist/web'))) console.log(line);
