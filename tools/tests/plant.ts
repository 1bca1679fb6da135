import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

const configuration = [
  'package.json',
  '.gitignore',
  'tsconfig.base.json',
  'tsconfig.json',
  '.oxlintrc.json',
  'knip.json',
  'biome.json',
  'apps/web/tsconfig.json',
];

/** Links everything that is installed, except our own packages, which come from the planted tree. */
const linkModules = (folder: string) => {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@atelier'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@atelier') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(root, 'node_modules', '@atelier'))) {
    symlinkSync(readlinkSync(join(root, 'node_modules', '@atelier', name)), join(modules, '@atelier', name));
  }
};

export interface PlantedTree {
  folder: string;
  uproot(): void;
}

/** Makes a checkout with the real configuration and the given files, outside the real one. */
export const plant = (files: Readonly<Record<string, string>>): PlantedTree => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-planted-'));
  const manifests = globSync('{apps,packages}/*/package.json', { cwd: root });
  for (const path of [
    ...configuration,
    ...manifests,
    'tools/package.json',
    'e2e/package.json',
    'bench/package.json',
  ]) {
    cpSync(join(root, path), join(folder, path));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  linkModules(folder);
  return { folder, uproot: () => rmSync(folder, { recursive: true, force: true }) };
};

const sources = ['apps', 'packages', 'tools', 'e2e', 'bench', 'docs'];
const notCopied = /(^|\/)(node_modules|dist|data|fixtures|results|test-results)$/;

/** Copies this checkout, so that a test can change it. */
export const copyCheckout = (): PlantedTree => {
  const tree = plant({});
  cpSync(join(root, 'vitest.config.ts'), join(tree.folder, 'vitest.config.ts'));
  for (const name of sources) {
    const filter = (path: string) => !notCopied.test(path);
    cpSync(join(root, name), join(tree.folder, name), { recursive: true, filter });
  }
  for (const nested of globSync('{tools,apps/*,packages/*}/node_modules', { cwd: root })) {
    symlinkSync(join(root, nested), join(tree.folder, nested));
  }
  return tree;
};

export interface Outcome {
  code: number;
  output: string;
}

/** Runs a program of node_modules/.bin, or a script with this Node, inside a folder. */
export const runIn = (folder: string, command: readonly string[]): Promise<Outcome> => {
  const [program = '', ...args] = command;
  const script = /\.(ts|mjs)$/.test(program);
  const file = script ? process.execPath : join(root, 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    execFile(
      file,
      script ? [program, ...args] : args,
      // What a planted run tries again is for its own configuration to say.
      {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, NO_COLOR: '1', ATELIER_RETRY: undefined },
      },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1;
        resolve({ code, output: `${stdout}${stderr}` });
      },
    );
  });
};
