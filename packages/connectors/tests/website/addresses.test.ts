import { describe, expect, it } from 'vitest';
import { addressKey, isSameSite, readAddress, shortAddress } from '../../src/website/address.ts';
import {
  fileKind,
  hasForeignEnding,
  mayHaveText,
  parseCharset,
  parseMediaType,
} from '../../src/website/file-kind.ts';
import { isWanted, readPattern } from '../../src/website/path-patterns.ts';

const at = (path: string) => new URL(path, 'https://example.com');
const wanted = (path: string, include: string[], exclude: string[] = []) =>
  isWanted({ include: include.map(readPattern), exclude: exclude.map(readPattern) }, at(path));

describe('a pattern of paths', () => {
  it('is a path, however it was typed', () => {
    expect([' Docs ', 'https://Example.com/Docs/*', '*.PDF', 'https://example.com'].map(readPattern)).toEqual(
      [...['/docs', '/docs/*', '*.pdf', '/']],
    );
  });

  it('means a folder and all in it, and no folder that begins alike', () => {
    expect(['/docs', '/DOCS/', '/docs/a/b', '/docs2', '/'].map((path) => wanted(path, ['docs']))).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(wanted('/docs', ['/docs/'])).toBe(true);
  });

  it('has stars for anything', () => {
    const fits = (pattern: string, path: string) => wanted(path, [pattern]);
    expect([fits('*.pdf', '/a/b.pdf'), fits('*.pdf', '/a.pdf/b'), fits('*.pdf', '/a.pd')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([fits('/a*c', '/abcbc'), fits('/a*c', '/abcb'), fits('/a*', '/a'), fits('/a**', '/a')]).toEqual([
      ...[true, false, true, true],
    ]);
    expect([
      fits('/*/b/*', '/a/b/c'),
      fits('/*/b/*', '/a/c/b'),
      fits('*ab*ab', '/abab'),
      fits('*ab*ab', '/ab'),
    ]).toEqual([...[true, false, true, false]]);
  });

  it('leaves out what is excluded, and takes all when nothing is included', () => {
    expect([wanted('/a', []), wanted('/a', [], ['/a']), wanted('/a/b', ['/a'], ['/a/b'])]).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('an address', () => {
  const read = (text: string, base?: string) =>
    readAddress(text, base === undefined ? undefined : new URL(base))?.href;

  it('is read without what does not change the page', () => {
    expect(read(' ../b?x=1#part ', 'https://example.com/a/c')).toBe('https://example.com/b?x=1');
    expect(read('https://example.com./a;jsessionid=1/b;v=2')).toBe('https://example.com/a/b;v=2');
    expect(read('https://example.com/?a=%20&utm_Source=x&b=1&GCLID=2')).toBe('https://example.com/?a=+&b=1');
    expect(read('https://example.com/?a=%20')).toBe('https://example.com/?a=%20');
    for (const other of [
      'mailto:a@b.c',
      'https://a:b@example.com',
      'https://a@example.com',
      'javascript:x',
      '/a',
    ])
      expect(read(other), other).toBeUndefined();
  });

  it('has one key for all its spellings', () => {
    const key = (text: string) => addressKey(new URL(text));
    expect(key('http://www.example.com/%7ea//b/?b=2&a=1&a=0')).toBe('example.com/~a/b?a=0&a=1&b=2');
    expect(key('https://example.com:8443/')).toBe('example.com:8443');
    expect(key('https://example.com/a%2fb')).toBe('example.com/a%2Fb');
    expect(key('https://example.com/?b=1&a=1')).toBe(key('https://example.com?a=1&b=1'));
    expect(shortAddress(new URL(`https://example.com/${'x'.repeat(300)}?a`))).toHaveLength(200);
  });

  it('is of the same site with or without www, over both protocols, on one port', () => {
    const same = (one: string, other: string) => isSameSite(new URL(one), new URL(other));
    expect(same('https://www.example.com', 'http://example.com')).toBe(true);
    expect(same('https://docs.example.com', 'https://example.com')).toBe(false);
    expect(same('https://example.com:8443', 'https://example.com')).toBe(false);
  });
});

describe('the kind of a file', () => {
  const kind = (content: string | Uint8Array, type = '', path = '/a') => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const found = fileKind(bytes, type, at(path));
    return found.kind === 'document' ? found.ending : found.kind;
  };

  it('is that of its bytes before that of its name', () => {
    expect(kind(' %PDF-1.7', 'text/html')).toBe('pdf');
    expect(kind('{\\rtf1', 'text/plain')).toBe('rtf');
    expect(kind('PK\x03\x04', '', '/a.docx')).toBe('docx');
    expect(kind('PK\x03\x04', '', '/a.pdf')).toBe('other');
    expect(kind('\xd0\xcf\x11\xe0', 'application/msword')).toBe('doc');
    for (const head of ['\x89PNG', 'GIF8', '\xff\xd8\xff', 'MZ\x90', '\x7fELF'])
      expect(kind(head, 'text/html', '/a.html')).toBe('other');
  });

  it('is none for bytes that are no text', () => {
    expect(
      kind(
        Uint8Array.from({ length: 100 }, () => 1),
        'text/html',
      ),
    ).toBe('other');
    const few = Uint8Array.from({ length: 100 }, (_, index) => (index < 5 ? 1 : 97));
    expect(kind(few, 'text/html')).toBe('page');
    expect(
      kind(
        Uint8Array.from({ length: 100 }, (_, index) => (index < 6 ? 1 : 97)),
        'text/html',
      ),
    ).toBe('other');
    expect(
      kind(
        Uint8Array.from({ length: 100 }, (_, index) => (index < 60 ? 0 : 97)),
        'text/html',
      ),
    ).toBe('page');
    expect(
      kind(
        Uint8Array.from({ length: 100 }, (_, index) => (index < 61 ? 0 : 97)),
        'text/html',
      ),
    ).toBe('other');
  });

  it('is told from its header and its name', () => {
    expect(parseMediaType(' Text/HTML ; charset=x')).toBe('text/html');
    expect(parseMediaType(null)).toBe('');
    expect([parseCharset('text/html; charset="ISO-8859-1"'), parseCharset(null)]).toEqual(['ISO-8859-1', '']);
    expect(['/a.PNG', '/a.zip', '/a.pdf', '/a.png/b'].map((path) => hasForeignEnding(at(path)))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(['', 'text/html', 'text/csv', 'application/octet-stream', 'image/png'].map(mayHaveText)).toEqual([
      ...[true, true, true, true, false],
    ]);
  });
});
