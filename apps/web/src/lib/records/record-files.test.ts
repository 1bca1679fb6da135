import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  copyOutput,
  openFile,
  saveOutput,
  saveOutputLog,
  shortFileName,
  typeOfFile,
} from './record-files.ts';

let saved: { name: string; content: Blob }[];
let opened: string[];
let logged: string[];

beforeEach(() => {
  saved = [];
  opened = [];
  logged = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    blob = content as Blob;
    return 'blob:it';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: blob });
  });
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(String(address));
    return null;
  });
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void logged.push(text));
});
afterEach(() => vi.restoreAllMocks());

describe('the output of a record', () => {
  it('is saved as output.md, as Markdown', { tags: ['RECORD-10'] }, async () => {
    saveOutput('# Result');
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([['output.md', 'text/markdown']]);
    expect(await saved[0]?.content.text()).toBe('# Result');
  });

  it('is neither saved nor copied without content, which is only logged', {
    tags: ['RECORD-12', 'RECORD-13', 'RECORD-14'],
  }, async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    saveOutput(' \n');
    expect(await copyOutput('')).toBe(false);
    await saveOutputLog([{ doc_id: 'r', text: '', extra_info: { title: 'T' } }]);
    expect(saved).toEqual([]);
    expect(copied).not.toHaveBeenCalled();
    expect(logged).toEqual([
      'No output available to download:',
      'No content available to copy:',
      'No output available to download:',
    ]);
  });

  it('that the browser does not copy is only logged', { tags: ['RECORD-15'] }, async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    document.execCommand = () => false;
    expect(await copyOutput('Text')).toBe(false);
    expect(logged).toEqual(['Failed to copy the content:']);
  });
});

describe('the files of a record', () => {
  it('have a type for thirteen endings, and none for others', { tags: ['RECORD-17', 'RECORD-18'] }, () => {
    const endings = 'pdf csv docx xlsx txt pptx json ppt png doc xls jpg jpeg'.split(' ');
    expect(endings.map((ending) => typeOfFile(`A.File.${ending.toUpperCase()}`))).not.toContain(undefined);
    expect(endings.map((ending) => typeOfFile(`a.${ending}`))).not.toContain(undefined);
    for (const name of ['a.exe', 'a.md', 'a.html', 'pdf', 'a.', 'a.pdf.zip', 'a.constructor'])
      expect(typeOfFile(name)).toBeUndefined();
  });

  it('have names of at most 45 characters', { tags: ['RECORD-19'] }, () => {
    expect(shortFileName('a'.repeat(45))).toBe('a'.repeat(45));
    expect(shortFileName(`${'a'.repeat(44)}💡b.pdf`)).toBe(`${'a'.repeat(44)}💡`);
  });

  it('are downloaded as text when they are text or Markdown, and open in a new tab otherwise', {
    tags: ['RECORD-11'],
  }, async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('Words')));
    await openFile({ name: 'notes.TXT', url: '/api/notes' });
    await openFile({ name: 'notes.md', url: '/api/notes' });
    await openFile({ name: 'plan.pdf', url: '/api/plan' });
    vi.unstubAllGlobals();
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['notes.TXT', 'text/plain'],
      ['notes.md', 'text/plain'],
    ]);
    expect(opened).toEqual([`${window.location.origin}/api/plan`]);
  });

  it('are not opened at an address that is none, which is only logged', { tags: ['RECORD-16'] }, async () => {
    for (const url of ['', 'javascript:alert(1)', 'http://']) await openFile({ name: 'a.pdf', url });
    expect(opened).toEqual([]);
    expect(logged).toEqual(['Invalid URL provided:', 'Invalid URL provided:', 'Invalid URL provided:']);
  });
});
