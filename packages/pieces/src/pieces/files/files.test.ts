import type { FileValue } from '@atelier/contracts/fields/file-value';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../tests/memory-files.ts';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const asFile = (value: unknown) => value as FileValue;

describe('the piece of files', () => {
  it('writes texts and bytes, whose type follows from the name', async () => {
    const { platform, bytesOf } = memoryFiles();
    const written = asFile(
      await runAction('files.write_text', { name: 'people.csv', text: 'name\nZoë' }, { platform }),
    );
    expect(written).toMatchObject({ name: 'people.csv', type: 'text/csv', size: 9 });
    expect(bytesOf(written.id).toString()).toBe('name\nZoë');
    const input = { name: 'dot.png', base64: 'data:image/png;base64,iVBO Rw==' };
    const picture = asFile(await runAction('files.write_bytes', input, { platform }));
    expect([picture.type, bytesOf(picture.id).toString('hex')]).toEqual(['image/png', '89504e47']);
    const wrong = { name: 'a.bin', base64: '{}' };
    expect(await failureOf(() => runAction('files.write_bytes', wrong, { platform }))).toContain(
      'The content is not Base64',
    );
  });

  it.each([
    ['UTF-8', Buffer.from('Größe'), 'Größe'],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]), 'Größe'],
    ['UTF-16', Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
  ])('reads a text in %s', async (_name, bytes, text) => {
    const { platform, put } = memoryFiles();
    const file = await put('note.txt', bytes);
    expect(await runAction('files.read_text', { file }, { platform })).toEqual({ text });
  });

  it('reads documents, lists, copies and deletes', async () => {
    const { platform, put } = memoryFiles();
    const file = await put('bill.pdf', '%PDF');
    expect(await runAction('files.extract_text', { file }, { platform })).toEqual({
      text: 'Words of bill.pdf',
      isComplete: true,
    });
    const copy = asFile(await runAction('files.copy_file', { file, name: 'copy.pdf' }, { platform }));
    expect(copy).toMatchObject({ name: 'copy.pdf', sha256: file.sha256 });
    expect(await runAction('files.list_files', {}, { platform })).toEqual([file, copy]);
    expect(await runAction('files.delete_file', { file }, { platform })).toEqual({ deleted: true });
    expect(await runAction('files.delete_file', { file }, { platform })).toEqual({ deleted: false });
  });

  it('says what to do where there is no file, too much or too many', async () => {
    const { platform, put } = memoryFiles();
    const read = (file: unknown) =>
      failureOf(() => runAction('files.read_text', { file: file as string }, { platform }));
    expect(await read('people.csv')).toContain('Please choose the file of an earlier step');
    expect(await read({ id: 'fil_1', name: 'x' })).toContain('pieces.invalid_input');
    const large = await put('large.txt', 'x'.repeat(1_000_001));
    expect(await read(large)).toContain('has more than 1,000,000 characters. Please split it.');
    const many = { files: Array.from({ length: 101 }, () => large), name: 'all.zip' };
    expect(await failureOf(() => runAction('files.zip_files', many, { platform }))).toContain(
      '100 files at most',
    );
    expect(
      await failureOf(() => runAction('files.zip_files', { files: [], name: 'a.zip' }, { platform })),
    ).toMatch(/no file to pack|fill in/);
  });
});
