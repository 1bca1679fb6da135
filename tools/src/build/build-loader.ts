import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Builds `widget.js`, the script that other sites load for the widget of an app (WIDGET-01), into the folder of the front end. */
export const buildLoader = (folder: string): Promise<unknown> =>
  build({
    absWorkingDir: root,
    entryPoints: [join(root, 'apps/web/src/widget/loader.ts')],
    outfile: join(folder, 'widget.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A site may name any character set.
    charset: 'ascii',
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    logLevel: 'warning',
  });
