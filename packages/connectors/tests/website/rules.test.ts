import { afterEach, describe, expect, it } from 'vitest';
import { addressKey, isSameSite, readAddress } from '../../src/website/address.ts';
import { decodePage } from '../../src/website/charset.ts';
import { createWebsite } from '../../src/website/index.ts';
import { isWanted, readPattern } from '../../src/website/path-patterns.ts';
import { readPage, readRefresh } from '../../src/website/read-page.ts';
import { readRobots, readRobotsHeader } from '../../src/website/robots/robots-rules.ts';
import { openSite, page, plainIo, quickLimits, type Site } from './site.ts';

const url = (text: string) => readAddress(text) ?? new URL('http://not.an.address');

describe('an address', () => {
  it.each([
    ['https://WWW.Example.com:443/a/../b/?z=1&a=2#x', 'example.com/b?a=2&z=1'],
    ['http://example.com/b?a=2&utm_campaign=q&z=1', 'example.com/b?a=2&z=1'],
    ['http://example.com./%7euser//x;jsessionid=AB12?PHPSESSID=1', 'example.com/~user/x'],
    ['https://example.com:8443', 'example.com:8443'],
    ['https://bücher.example/ä', 'xn--bcher-kva.example/%C3%A4'],
  ])('has one key for all its spellings: %s', (text, key) => {
    expect(addressKey(url(text))).toBe(key);
  });

  it('belongs to the site with and without www, over http and https, and to no other host or port', () => {
    const site = url('https://example.com/');
    const same = ['http://www.example.com/x', 'https://EXAMPLE.com.:443/'].map(url);
    const others = ['https://docs.example.com', 'https://example.com:8443', 'https://example.org'].map(url);
    expect(same.map((other) => isSameSite(site, other))).toEqual([true, true]);
    expect(others.map((other) => isSameSite(site, other))).toEqual([false, false, false]);
  });
});

describe('a pattern of paths', () => {
  it.each([
    ['/docs', '/docs/a', true],
    ['docs/', '/DOCS', true],
    ['/docs', '/docsearch', false],
    ['*.pdf', '/files/plan.pdf', true],
    ['/a*c*e', '/abcdX', false],
    ['https://example.com/blog/*', '/blog/2026/one', true],
    ['/*/edit', '/page/edit/now', false],
    ['*', '/anything', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    const patterns = { include: [readPattern(pattern)], exclude: [] };
    expect(isWanted(patterns, url(`https://example.com${path}`))).toBe(expected);
  });

  it('takes no long time, however many stars it has', () => {
    const patterns = { include: [readPattern('*a'.repeat(100))], exclude: [] };
    expect(isWanted(patterns, url(`https://example.com/${'a'.repeat(1_900)}b`))).toBe(false);
  });
});

describe('the letters of a page', () => {
  const read = (bytes: Uint8Array, declared = '') => {
    const decoded = decodePage(bytes, declared);
    return { html: decoded.html, sent: new TextDecoder('utf-8', { fatal: true }).decode(decoded.bytes) };
  };
  it.each([
    ['header', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'shift_jis', '日本'],
    ['page', Buffer.concat([Buffer.from('<meta charset=iso-8859-2>'), Buffer.from([0xb1])]), '', 'ą'],
    ['bytes, against the header', Buffer.from('Zürich'), 'iso-8859-1', 'Zürich'],
    ['byte order mark', Buffer.from('\uFEFFGröße', 'utf16le'), 'utf-8', 'Größe'],
    ['header of wide letters', Buffer.from('Größe', 'utf16le'), 'utf-16le', 'Größe'],
    ['custom of the web', Buffer.from([0x93, 0x41, 0x94]), '', '“A”'],
  ])('are known by its %s', (_how, bytes, declared, expected) => {
    const { html, sent } = read(bytes, declared);
    expect(html).toContain(expected);
    expect(sent).toContain(expected);
    expect(sent).not.toContain('iso-8859');
  });
});

describe('what a page says of itself', () => {
  it('is the same wherever a large page is cut into pieces', async () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `<b>w${index}</b>&amp; `);
    const [one, other] = await Promise.all([
      readPage(`<p>${words.join('')}`),
      readPage(`<!-- a comment of some length --><p>${words.join(' ')}`),
    ]);
    expect(one.textHash).toBe(other.textHash);
    expect(one.textLength).toBe(198_890);
  });

  it('is read from its head, its links and its text', async () => {
    const facts = await readPage(
      `<html lang=de><title> Some\n title </title><base href="/x/"><link rel="a canonical" href="/y">
      <meta name=ROBOTS content="NOFOLLOW, noarchive"><a href=1 rel="nofollow me">1</a><map><area href=2></map>
      <script>var notText</script><p>Te&shy;xt&amp;`,
    );
    expect(facts).toMatchObject({ language: 'de', title: 'Some title', base: '/x/', canonical: '/y' });
    expect([facts.isNoindex, facts.isNofollow]).toEqual([false, true]);
    expect(facts.links).toEqual([
      { href: '1', isNofollow: true },
      { href: '2', isNofollow: false },
    ]);
  });

  it.each([
    ['0;url=/a', '/a'],
    ['3, URL = "/b"', '/b'],
    ["0; '/c;d'", '/c;d'],
    ['300;url=/news', ''],
    ['5', ''],
    ['x;url=/d', ''],
  ])('sends its reader on: %s', (content, target) => {
    expect(readRefresh(content)).toBe(target);
  });

  it.each([
    ['noindex', true, false],
    ['none', true, true],
    ['googlebot: noindex, nofollow', false, false],
    ['otherbot: nofollow, atelier: noindex', true, false],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', false, true],
  ])('in the header X-Robots-Tag: %s', (header, isNoindex, isNofollow) => {
    expect(readRobotsHeader(header)).toEqual({ isNoindex, isNofollow });
  });
});

describe('robots.txt', () => {
  const address = url('https://example.com/robots.txt');
  const allowed = (text: string, path: string) =>
    readRobots(address, text).isAllowed(url(`https://example.com${path}`));

  it('is understood as its standard says', () => {
    const text =
      '\uFEFFUser-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /a\nAllow: /a/b$\nDisallow: /*.php\n';
    expect(['/', '/a', '/a/b', '/a/b/c', '/x.php?y'].map((path) => allowed(text, path))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('forbids more rather than less where its rules are too many to compare', () => {
    const many = `User-agent: *\n${'Disallow: /x*y\n'.repeat(200)}Disallow: /later*z\nAllow: /x*ok\n`;
    expect(['/x/ok', '/x/y', '/later', '/other'].map((path) => allowed(many, path))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('a delay that a site asks for', () => {
  const sites: Site[] = [];
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.close()));
  });

  it('is kept to between two pages', async () => {
    const site = await openSite({
      '/robots.txt': (response) => void response.end('User-agent: *\nCrawl-delay: 20'),
      '/': page('Home', ['/a']),
      '/a': page('A'),
    });
    sites.push(site);
    const given = new AbortController();
    const asked: string[] = [];
    const plain = plainIo(given.signal);
    const io = {
      ...plain,
      fetch: (input: string | URL, init?: RequestInit) => {
        asked.push(new URL(input).pathname);
        return plain.fetch(input, init);
      },
    };
    const reader = createWebsite(quickLimits).read(
      io,
      { connection: {}, settings: { address: site.origin } },
      undefined,
    );
    expect((await reader.next()).value).toMatchObject({ kind: 'item' });
    expect((await reader.next()).value).toEqual({ kind: 'total', count: 2 });
    const waiting = reader.next();
    // Without a delay, the request would be sent before anything else gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
    given.abort(new Error('waited long enough'));
    await expect(waiting).rejects.toThrow('waited long enough');
    expect(asked).toEqual(['/robots.txt', '/']);
  });
});
