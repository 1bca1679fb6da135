import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressFiles } from './compress.ts';
import { checkPageSizes, findChatLoaders, findScripts } from './page-sizes.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js', name: 'react', imports: ['index.html'] },
  '_home-1.js': { file: 'assets/home.js', name: 'home', imports: ['index.html'] },
  '_sign-in-1.js': { file: 'assets/sign-in.js', name: 'sign-in', imports: ['index.html'] },
  '_first-1.js': { file: 'assets/first.js', name: 'first', imports: ['_home-1.js'] },
  'chat.html': { file: 'assets/chat.js', imports: ['_react.js'] },
  'src/later.tsx': { file: 'assets/later.js' },
};

describe('the scripts of a page', () => {
  it('are those that its entries import, near or far, each once', () => {
    expect(findScripts(manifest, ['index.html', 'home'])).toEqual([
      'assets/index.js',
      'assets/react.js',
      'assets/home.js',
    ]);
  });

  it('cannot be told of a page that the build does not have', () => {
    expect(() => findScripts(manifest, ['gone.html'])).toThrow('The build has no gone.html.');
  });
});

it('tells which scripts would begin a chat in the middle of the builder', () => {
  expect(findChatLoaders(manifest)).toEqual([]);
  const preview = { file: 'assets/preview.js', imports: ['_react.js', 'chat.html'] };
  expect(findChatLoaders({ ...manifest, _preview: preview })).toEqual(['assets/preview.js']);
});

describe('a built front end', () => {
  let folder = '';
  const write = (name: string, text: string) => writeFile(join(folder, name), text);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-sizes-'));
    await mkdir(join(folder, '.vite'));
    await mkdir(join(folder, 'assets'));
    await write('.vite/manifest.json', JSON.stringify(manifest));
    for (const name of ['index', 'react', 'home', 'sign-in', 'first', 'chat'])
      await write(`assets/${name}.js`, 'x'.repeat(5000));
    await write('assets/small.js', 'x');
    await write('widget.js', 'x'.repeat(2048));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has each larger file in both encodings beside it', async () => {
    await compressFiles(folder);
    const plain = await readFile(join(folder, 'assets/home.js'));
    expect(brotliDecompressSync(await readFile(join(folder, 'assets/home.js.br')))).toEqual(plain);
    expect(gunzipSync(await readFile(join(folder, 'assets/home.js.gz')))).toEqual(plain);
    await expect(readFile(join(folder, 'assets/small.js.br'))).rejects.toThrow('ENOENT');
  });

  it('says what each page loads, compressed', async () => {
    expect(await checkPageSizes(folder)).toEqual([
      'Sign-in: 0 KB of compressed scripts in 3 files',
      'First screen after sign-in: 0 KB of compressed scripts in 3 files',
      'The same in a new company: 0 KB of compressed scripts in 4 files',
      'Public chat: 0 KB of compressed scripts in 3 files',
      'Loader of the widget: 2048 bytes',
    ]);
  });

  it('is refused when the script that other sites load exceeds 2 KB', { tags: ['WIDGET-02'] }, async () => {
    await write('widget.js', 'x'.repeat(2049));
    await expect(checkPageSizes(folder)).rejects.toThrow('Loader of the widget: 2049 bytes; at most 2048.');
    await write('widget.js', 'x'.repeat(2048));
  });

  it('is refused when the first screen has grown too large', async () => {
    await writeFile(join(folder, 'assets/home.js.br'), 'x'.repeat(151_000));
    await expect(checkPageSizes(folder)).rejects.toThrow(
      'First screen after sign-in: 151 KB of compressed scripts in 3 files; at most 150 KB in 40.',
    );
  });
});
