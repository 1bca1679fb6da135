import { gzipSync } from 'node:zlib';
import {
  page,
  pathsOf,
  type Reading,
  type Route,
  readSite,
  type Site,
} from '@atelier/connectors/tests/website/site';
import { websiteLimits } from '@atelier/connectors/website';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, HostileNetwork, hostileLimits } from './hostile-network.ts';

const network = new HostileNetwork();
beforeAll(() => network.start());
afterAll(() => network.close());

const bytes =
  (type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Route =>
  (response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

const status =
  (code: number, headers: Record<string, string> = {}): Route =>
  (response) =>
    response.writeHead(code, headers).end();

const filler = 'x'.repeat(64 * 1024);
const endless: Route = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const more = () => {
    while (!response.destroyed && response.write(filler));
  };
  response.on('drain', more);
  more();
};
const letters = (index: number) =>
  String(index)
    .split('')
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('');

/** Maps a path to the behaviour of the site there and the code with which it is skipped; '' when it is imported nevertheless. */
const behaviours: Record<string, [Route, string]> = {
  '/endless': [endless, 'too_large'],
  '/drip': [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    },
    'unreachable',
  ],
  '/silent': [() => undefined, 'unreachable'],
  '/bomb': [bytes('text/html', gzipSync('x'.repeat(5_000_000)), { 'content-encoding': 'gzip' }), 'too_large'],
  '/broken-gzip': [bytes('text/html', 'not gzip', { 'content-encoding': 'gzip' }), 'unreachable'],
  '/shorter-than-said': [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
      response.write('<p>begin');
      setImmediate(() => response.destroy());
    },
    'unreachable',
  ],
  '/cut': [(response) => void response.destroy(), 'unreachable'],
  '/great-head': [bytes('text/html', 'x', { 'x-filler': 'y'.repeat(60_000) }), 'unreachable'],
  '/round': [status(302, { location: '/round' }), 'too_many_redirects'],
  '/nowhere': [status(302, { location: 'http://' }), 'blocked_address'],
  '/no-location': [status(302), 'server_error'],
  '/to-mail': [status(302, { location: 'mailto:a@b.c' }), 'blocked_address'],
  '/to-sign-in': [status(302, { location: '/login?next=/secret' }), 'login_needed'],
  '/no-content': [status(204), 'empty'],
  '/not-modified': [status(304), 'server_error'],
  '/401': [status(401), 'login_needed'],
  '/403': [status(403), 'refused'],
  '/404': [status(404), 'not_found'],
  '/410': [status(410), 'not_found'],
  '/418': [status(418), 'refused'],
  '/429': [status(429), 'busy'],
  '/500': [status(500), 'server_error'],
  '/503': [status(503, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }), 'busy'],
  '/999': [status(999), 'server_error'],
  '/picture': [
    bytes('text/html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 1])),
    'not_a_page',
  ],
  '/program': [bytes('application/pdf', 'MZ\x90\x00\x03\x00\x00\x00\x04'), 'not_a_page'],
  '/archive.docx': [bytes('application/zip', 'PK\x03\x04'), 'not_a_page'],
  '/film': [bytes('video/mp4', 'x'), 'not_a_page'],
  '/too-deep': [bytes('text/html', '<div>'.repeat(20_000)), 'not_a_page'],
  '/closings': [bytes('text/html', `<p>Text.${'</b>'.repeat(50_000)}`), ''],
  '/attributes': [bytes('text/html', `<p ${'a=1 '.repeat(50_000)}>Text with attributes.`), ''],
  '/nul': [bytes('text/html', `<title>Nul</title><p>${'words\0 '.repeat(50)}</p>`), ''],
  '/wrong-charset': [bytes('text/html; charset=utf-8', Buffer.from('<p>Grüße aus Köln</p>', 'latin1')), ''],
  '/unknown-charset': [bytes('text/html; charset=x-none', Buffer.from('<p>Größe</p>')), ''],
  '/many-links': [
    bytes(
      'text/html',
      Array.from({ length: 10_000 }, (_, n) => `<a href="/ml-${letters(n)}">x</a>`).join(''),
    ),
    '',
  ],
  '/no-type': [
    (response) =>
      void response.writeHead(200).end('<!doctype html><title>Untyped</title><p>A page without type.'),
    '',
  ],
};

describe('a site that behaves badly', () => {
  let reading: Reading;
  let site: Site;

  beforeAll(async () => {
    const routes = Object.fromEntries(Object.entries(behaviours).map(([path, [route]]) => [path, route]));
    const long = `/long?${'a'.repeat(5_000_000 / 1_000)}`;
    const opened = await network.open({ '/': page('Home', [long, ...Object.keys(behaviours)]), ...routes });
    site = opened.site;
    reading = await readSite(
      { address: site.origin, include: '*' },
      { io: opened.io, limits: { ...hostileLimits, reportedSkips: 20_000 } },
    );
  });

  it.each(Object.entries(behaviours).map(([path, [, code]]) => [path, code]))(
    '%s is skipped as "%s"',
    { tags: ['CONNECTOR-07'] },
    (path, code) => {
      expect(reading.skipped[path] ?? '').toBe(code);
      expect(pathsOf(reading).includes(path)).toBe(code === '');
      expect(site.asked).toContain(path);
    },
  );

  it('gets a sentence as the reason, and its failed pages do not count as removed', () => {
    for (const reason of Object.values(reading.reasons)) expect(reason).toMatch(/^\w.*\.$/);
    expect(reading.end.isComplete).toBe(false);
    expect(reading.skipped['Further links on /many-links']).toBe('too_many_links');
    expect(reading.skipped[`/long?${'a'.repeat(194)}`]).toBe('too_long');
  });

  it('is read with the right character set, whatever it declares', () => {
    const textOf = (path: string) => {
      const item = reading.items.find(({ url }) => url?.endsWith(path));
      return new TextDecoder('utf-8', { fatal: true }).decode(item?.file.bytes);
    };
    expect(textOf('/wrong-charset')).toContain('Grüße aus Köln');
    expect(textOf('/unknown-charset')).toContain('Größe');
  });
});

describe('a hostile robots.txt', () => {
  it('that forbids everything is obeyed', async () => {
    const { site, io } = await network.open({
      '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /'),
      '/': page('Home'),
    });
    expect(await codeOf(readSite({ address: site.origin }, { io, limits: hostileLimits }))).toBe(
      'sources.refused',
    );
    expect(site.asked).toEqual(['/robots.txt']);
  });

  it('without end is read only up to the limit', async () => {
    let sent = 0;
    const { site, io } = await network.open({
      '/robots.txt': (response) => {
        response.writeHead(200);
        response.write('User-agent: *\nDisallow: /private\n');
        const more = () => {
          while (!response.destroyed && sent < 50_000_000) {
            sent += filler.length;
            if (!response.write(`# ${filler}\n`)) return;
          }
          response.end();
        };
        response.on('drain', more);
        more();
      },
      '/': page('Home', ['/private']),
    });
    const reading = await readSite(
      { address: site.origin },
      { io, limits: { ...hostileLimits, documentBytes: websiteLimits.documentBytes } },
    );
    expect(pathsOf(reading)).toEqual(['/']);
    expect(reading.skipped).toEqual({ '/private': 'robots' });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('whose rules would take long to compare forbids more instead of less', async () => {
    const stars = `Disallow: /${'*a'.repeat(100)}*b\n`.repeat(1_000);
    const { site, io } = await network.open({
      '/robots.txt': (response) => response.end(`User-agent: *\nAllow: /open${'*a'.repeat(50)}\n${stars}`),
      '/': page('Home'),
    });
    expect(await codeOf(readSite({ address: site.origin }, { io, limits: hostileLimits }))).toBe(
      'sources.refused',
    );
  });

  it('of a server that fails forbids everything for now', async () => {
    const { site, io } = await network.open({ '/robots.txt': status(500), '/': page('Home') });
    const reading = readSite({ address: site.origin }, { io, limits: hostileLimits });
    await expect(reading).rejects.toMatchObject({ code: 'sources.unreachable', retryable: true });
    expect(site.asked).not.toContain('/');
  });
});

describe('a hostile sitemap', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  const read = async (routes: Record<string, Route>) => {
    const { site, io } = await network.open({ '/a': page('A'), ...routes });
    for (const [path, route] of Object.entries(routes))
      if (typeof route === 'string') site.routes[path] = route.replaceAll('SITE', site.origin);
    return {
      site,
      reading: readSite({ address: site.origin, read: 'sitemap' }, { io, limits: hostileLimits }),
    };
  };

  it('with entities that grow or read files is read without expanding them', async () => {
    const map = `${entities}<urlset><url><loc>SITE/a</loc></url><url><loc>SITE/&j;&f;</loc></url></urlset>`;
    const { reading, site } = await read({ '/sitemap.xml': map });
    expect(pathsOf(await reading)).toEqual(['/a']);
    expect(Math.max(...site.asked.map((path) => path.length))).toBeLessThan(50);
  });

  it('that refers to itself is not read twice', async () => {
    const index = (to: string) =>
      `<sitemapindex><sitemap><loc>SITE${to}</loc></sitemap><sitemap><loc>SITE/pages.xml</loc></sitemap></sitemapindex>`;
    const { reading, site } = await read({
      '/sitemap.xml': index('/other.xml'),
      '/other.xml': index('/sitemap.xml'),
      '/pages.xml': '<urlset><url><loc>SITE/a</loc></url></urlset>',
    });
    expect(pathsOf(await reading)).toEqual(['/a']);
    expect(site.asked).toEqual(['/robots.txt', '/sitemap.xml', '/other.xml', '/pages.xml', '/a']);
  });

  it('that refers to ever more sitemaps is abandoned', async () => {
    const { site, io } = await network.open({});
    site.routes['*'] = (response, request) => {
      if (request.url === '/robots.txt') return response.writeHead(404).end();
      const next = (request.url ?? '').replace('.xml', 'x.xml');
      return response.end(`<sitemapindex><sitemap><loc>${next}</loc></sitemap></sitemapindex>`);
    };
    const reading = await readSite({ address: site.origin, read: 'sitemap' }, { io, limits: hostileLimits });
    expect(reading.items).toEqual([]);
    expect(site.asked).toHaveLength(1 + hostileLimits.sitemaps);
    expect(reading.end.isComplete).toBe(false);
  });

  it.each([
    [
      'packed so that it bursts',
      bytes('application/gzip', gzipSync(`<urlset>${' '.repeat(20_000_000)}</urlset>`)),
    ],
    ['without end', endless],
    ['that is a page', bytes('text/html', page('No sitemap'))],
    ['nested without end', bytes('text/xml', `<urlset>${'<url>'.repeat(50_000)}`)],
    ['that is no text', bytes('text/xml', Buffer.from([1, 2, 3, 4]))],
  ])('%s is said to be unreadable', async (_name, route) => {
    const { site, io } = await network.open({
      '/robots.txt': (response) => response.end('Sitemap: /map.xml'),
      '/map.xml': route,
    });
    const code = await codeOf(
      readSite({ address: site.origin, read: 'sitemap' }, { io, limits: hostileLimits }),
    );
    expect(['sources.unexpected_answer', 'sources.too_large']).toContain(code);
  });
});

describe('a failure of the transport', () => {
  it('is reported as such: no TLS where TLS was expected, and no server at all', async () => {
    const { site, io } = await network.open({ '/': page('Home') });
    const overTls = site.origin.replace('http:', 'https:');
    expect(await codeOf(readSite({ address: overTls }, { io, limits: hostileLimits }))).toBe(
      'sources.unreachable',
    );
    const { site: gone, io: goneIo } = await network.open({});
    await gone.close();
    expect(await codeOf(readSite({ address: gone.origin }, { io: goneIo, limits: hostileLimits }))).toBe(
      'sources.unreachable',
    );
    expect(
      await codeOf(
        readSite({ address: 'https://unknown.example' }, { io: network.io(), limits: hostileLimits }),
      ),
    ).toBe('sources.unreachable');
  });
});
