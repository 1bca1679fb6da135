import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';
import { build as buildWithVite } from 'vite';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const at = (...parts: string[]) => join(root, ...parts);

/**
 * Leaves a package outside the bundle when the bundle will find the same copy at run time, that is in the
 * root's node_modules. Workspace packages and copies nested below a workspace are bundled.
 */
const externalAtRoot: Plugin = {
  name: 'external-at-root',
  setup(pluginBuild) {
    const seen = Symbol('resolved once');
    pluginBuild.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.kind === 'entry-point' || args.pluginData === seen || args.path.startsWith('node:')) return;
      const { path, resolveDir, importer, kind } = args;
      const found = await pluginBuild.resolve(path, { resolveDir, importer, kind, pluginData: seen });
      const atRoot = found.path.startsWith(at('node_modules', '/'));
      return found.errors.length > 0 || found.external || atRoot ? { path, external: true } : found;
    });
  },
};

const serverEntries = {
  main: at('apps/server/src/main.ts'),
  'parser-child': at('packages/documents/src/parser-child.ts'),
};

const buildServer = async () => {
  const entries = Object.entries(serverEntries).filter(([, file]) => existsSync(file));
  if (entries.length === 0) throw new Error('apps/server/src/main.ts is missing.');
  await bundle({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries),
    outdir: at('dist/server'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [externalAtRoot],
    banner: {
      js: "import { createRequire as atelierRequire } from 'node:module'; const require = atelierRequire(import.meta.url);",
    },
  });
  await rm(at('dist/server/migrations'), { recursive: true, force: true });
  await cp(at('apps/server/migrations'), at('dist/server/migrations'), { recursive: true });
};

/** A front end with a Vite configuration of its own; its entries are named there. */
const buildFrontEnd = async (folder: string, target: string) => {
  if (!existsSync(at(folder, 'vite.config.ts'))) return;
  await buildWithVite({
    root: at(folder),
    configFile: at(folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: at('dist', target), emptyOutDir: true },
  });
};

await Promise.all([buildServer(), buildFrontEnd('apps/web', 'web'), buildFrontEnd('apps/widget', 'widget')]);
