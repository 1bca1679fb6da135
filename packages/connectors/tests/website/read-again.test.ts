import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openSite, page, type Route, readSite, type Site } from './site.ts';

const sites: Site[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A page with an ETag, which answers 304 while it has not changed. */
const tagged =
  (body: () => string, notModified: string[] = []): Route =>
  (response, request) => {
    const etag = `"${createHash('sha256').update(body()).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) {
      notModified.push(request.url ?? '');
      response.writeHead(304).end();
    } else response.writeHead(200, { 'content-type': 'text/html', etag }).end(body());
  };

const open = async (routes: Record<string, Route>) => {
  const site = await openSite(routes);
  sites.push(site);
  return { site, id: (path: string) => `${new URL(site.origin).host}${path}` };
};

describe('the next reading', () => {
  it('asks only whether pages changed, and still finds all of them', { tags: ['CONNECTOR-07'] }, async () => {
    const notModified: string[] = [];
    const { site, id } = await open({
      '/': tagged(() => page('Home', ['/a', '/b']), notModified),
      '/a': tagged(() => page('A', ['/deep']), notModified),
      '/b': tagged(() => page('B'), notModified),
      '/deep': (response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page('Deep', [], `<!-- ${Math.random()} -->`)),
    });
    const settings = { address: site.origin, read: 'links' };
    const first = await readSite(settings);
    expect(first.items).toHaveLength(4);
    const second = await readSite(settings, { cursor: first.end.cursor ?? {} });
    expect(second.items).toEqual([]);
    expect(second.unchanged).toEqual([id(''), id('/a'), id('/b'), id('/deep')]);
    expect(notModified).toEqual(['/', '/a', '/b']);
    expect(second.end.isComplete).toBe(true);
  });

  it('brings what is new and changed, and does not show what is gone', async () => {
    let words = 'before';
    let links = ['/a', '/gone'];
    const { site, id } = await open({
      '/': tagged(() => page('Home', links)),
      '/a': tagged(() => page(`A ${words}`)),
      '/gone': page('Gone'),
      '/new': page('New'),
    });
    const settings = { address: site.origin };
    const first = await readSite(settings);
    expect(first.items.map(({ externalId }) => externalId)).toEqual([id(''), id('/a'), id('/gone')]);
    words = 'after';
    links = ['/a', '/new'];
    const second = await readSite(settings, { cursor: first.end.cursor ?? {} });
    expect(second.items.map(({ externalId }) => externalId)).toEqual([id(''), id('/a'), id('/new')]);
    expect(second.unchanged).toEqual([]);
    expect(second.end.isComplete).toBe(true);
    const third = await readSite(settings, { cursor: second.end.cursor ?? {} });
    expect(third.unchanged).toEqual([id(''), id('/a'), id('/new')]);
  });

  it('does not take a page for removed because the site had a bad day', async () => {
    const { site } = await open({ '/': page('Home', ['/a']), '/a': page('A') });
    const first = await readSite({ address: site.origin });
    site.routes['/a'] = (response) => response.writeHead(500).end();
    const second = await readSite({ address: site.origin }, { cursor: first.end.cursor ?? {} });
    expect(second.end.isComplete).toBe(false);
    site.routes['/'] = '<div id="root"></div><script src="/app.js"></script>';
    const third = await readSite({ address: site.origin }, { cursor: first.end.cursor ?? {} });
    expect([third.items, third.unchanged, third.end.isComplete]).toEqual([[], [], false]);
    const fourth = await readSite({ address: site.origin }, { cursor: third.end.cursor ?? {} });
    expect([fourth.items, fourth.end.isComplete]).toEqual([[], false]);
  });

  it('finds the links of a page that was read for itself alone before', async () => {
    const { site, id } = await open({ '/': tagged(() => page('Home', ['/a'])), '/a': page('A') });
    const first = await readSite({ address: site.origin, read: 'page' });
    const settings = { address: site.origin, read: 'links' };
    const second = await readSite(settings, { cursor: first.end.cursor ?? {} });
    expect([second.unchanged, second.items.map(({ externalId }) => externalId)]).toEqual([
      [id('')],
      [id('/a')],
    ]);
  });

  it('keeps the name of a page through https, www and its slash', async () => {
    const { site, id } = await open({ '/a/': page('A'), '/a': page('A') });
    const one = await readSite({ address: `${site.origin}/a/`, read: 'page' });
    const other = await readSite({ address: `${site.origin}/a?utm_source=x`, read: 'page' });
    expect([one.items[0]?.externalId, other.items[0]?.externalId]).toEqual([id('/a'), id('/a')]);
  });

  it('begins again with a cursor that it cannot read', async () => {
    const { site } = await open({ '/': page('Home') });
    for (const pages of ['', 'nonsense', Buffer.from('{}').toString('base64')]) {
      const reading = await readSite({ address: site.origin }, { cursor: { pages } });
      expect(reading.items).toHaveLength(1);
    }
  });
});
