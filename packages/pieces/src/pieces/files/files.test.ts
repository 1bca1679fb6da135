import { describe, expect, it } from 'vitest';
import { callOf, failureOf, runAction } from '../../../tests/run-action.ts';

interface Kept {
  name: string;
  mimeType: string;
  bytes: Uint8Array;
}

const disk = () => {
  const kept = new Map<string, Kept>();
  const { platform } = callOf({});
  return Object.assign(Object.create(platform) as typeof platform, {
    files: {
      read: (fileId: string) =>
        Promise.resolve(kept.get(fileId) ?? { name: '', mimeType: '', bytes: new Uint8Array() }),
      write: ({ key, ...file }: Kept & { key: string }) => {
        kept.set(key, file);
        return Promise.resolve({
          fileId: key,
          name: file.name,
          size: file.bytes.length,
          url: `/files/${key}`,
        });
      },
    },
  });
};

describe('the files piece', () => {
  it('writes and reads texts and bytes', async () => {
    const platform = disk();
    const write = (input: Record<string, string>) => runAction('files.write_file', input, { platform });
    const read = (encoding: string) =>
      runAction('files.read_file', { fileId: 'key-1', encoding }, { platform });
    expect(await write({ name: 'a.csv', content: 'ä,b' })).toEqual({
      fileId: 'key-1',
      name: 'a.csv',
      size: 4,
      url: '/files/key-1',
    });
    expect(await read('TEXT')).toEqual({ name: 'a.csv', mimeType: 'text/csv', size: 4, content: 'ä,b' });
    await write({ name: 'a.png', content: 'data:image/png;base64,/wA=', encoding: 'BASE64' });
    expect(await read('BASE64')).toMatchObject({ mimeType: 'image/png', size: 2, content: '/wA=' });
    expect(await failureOf(() => read('TEXT'))).toContain(
      'The file is not text in UTF-8. Please read it as Base64.',
    );
  });

  it('refuses names with folders, content that is not Base64, and files that are too large', async () => {
    const platform = disk();
    const write = (input: Record<string, string>) => runAction('files.write_file', input, { platform });
    expect(await failureOf(() => write({ name: '../a', content: '' }))).toContain('cannot contain /');
    expect(await failureOf(() => write({ name: 'a', content: '?', encoding: 'BASE64' }))).toContain(
      'not Base64',
    );
    await platform.files.write({ name: 'a', mimeType: '', bytes: new Uint8Array(1_000_001), key: 'big' });
    expect(await failureOf(() => runAction('files.read_file', { fileId: 'big' }, { platform }))).toContain(
      'pieces.too_large',
    );
  });
});
