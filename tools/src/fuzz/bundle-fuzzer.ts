import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { markBlocks } from './mark-blocks.ts';

/** Sources of the product whose blocks count; libraries run as they are. */
const counted = /packages\/(?:documents|contracts)\/src\/.*\.ts$/;

/** Bundles the thread of the fuzzer with the targets, with their blocks marked. Returns its path and how many blocks there are. */
export const bundleFuzzer = async (
  root: string,
  folder: string,
): Promise<{ script: string; blocks: number }> => {
  let blocks = 0;
  const script = join(folder, 'fuzz-worker.mjs');
  await build({
    entryPoints: [join(root, 'tools', 'src', 'fuzz', 'fuzz-worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'error',
    // The modules of the parsers are evaluated before the fuzzer.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url); globalThis.visits__ = new Uint32Array(100_000);",
    },
    plugins: [
      {
        name: 'mark-blocks',
        setup: ({ onLoad }) =>
          onLoad({ filter: counted }, ({ path }) => {
            const { text, count } = markBlocks(readFileSync(path, 'utf8'), blocks);
            blocks += count;
            return { contents: text, loader: 'ts' };
          }),
      },
    ],
  });
  return { script, blocks };
};
