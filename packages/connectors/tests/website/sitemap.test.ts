import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openSite, page, pathsOf, type Route, readSite, type Site } from './site.ts';

const sites: Site[] = [];
/** Starts a site. `SITE` in a text is replaced with the address of the site. */
const open = async (routes: Record<string, string>) => {
  const site = await openSite({ ...routes });
  for (const [path, text] of Object.entries(routes)) {
    const body = text.replaceAll('SITE', site.origin);
    const answer: Route = (response) =>
      response
        .writeHead(200, { 'content-type': path.includes('.') ? 'text/plain' : 'text/html' })
        .end(path.endsWith('.gz') ? gzipSync(body) : body);
    site.routes[path] = answer;
  }
  sites.push(site);
  return site;
};
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

const urls = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc> ${path} </loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;

describe('a sitemap', () => {
  it('is found at its usual place and read in its order, without what the pages link to', {
    tags: ['CONNECTOR-07'],
  }, async () => {
    const site = await open({
      '/sitemap.xml': urls('SITE/b', 'SITE/a?x=1&amp;y=2', 'https://other.example/', 'SITE/private/c'),
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/a?x=1&y=2': page('A', ['/linked']),
      '/b': page('B'),
    });
    const reading = await readSite({ address: `${site.origin}/b`, read: 'sitemap' });
    expect(reading.items.map(({ name }) => name)).toEqual(['B', 'A']);
    expect(reading.skipped).toEqual({ '/': 'other_site', '/private/c': 'robots' });
    expect(site.asked).not.toContain('/linked');
  });

  it('is found where robots.txt says, through an index, packed, and as plain text', async () => {
    const site = await open({
      '/robots.txt': 'Sitemap: SITE/maps/index.xml\nSitemap: /more.txt',
      '/maps/index.xml':
        '<sitemapindex><sitemap><loc>SITE/maps/one.xml.gz</loc></sitemap><sitemap><loc>SITE/maps/gone.xml</loc></sitemap></sitemapindex>',
      '/maps/one.xml.gz': urls('SITE/one'),
      '/more.txt': 'SITE/two\nSITE/one\n',
      '/one': page('One'),
      '/two': page('Two'),
    });
    const reading = await readSite({ address: site.origin, read: 'sitemap' });
    expect(pathsOf(reading)).toEqual(['/two', '/one']);
    expect(reading.skipped).toEqual({ '/maps/gone.xml': 'not_found' });
  });

  it('is the address itself where that is one', async () => {
    const site = await open({
      '/maps/docs.xml': urls('SITE/a'),
      '/a': page('A'),
      '/sitemap.xml': urls('SITE/b'),
    });
    const reading = await readSite({ address: `${site.origin}/maps/docs.xml`, read: 'sitemap' });
    expect(pathsOf(reading)).toEqual(['/a']);
  });

  it('lists more than is read: the rest is named', { tags: ['IMPORT-38'] }, async () => {
    const many = Array.from({ length: 200 }, (_, index) => `SITE/p/${index}`);
    const routes = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`/p/${index}`, page(`Page ${index}`)]),
    );
    const site = await open({ '/sitemap.xml': urls(...many), ...routes });
    const reading = await readSite({ address: site.origin, read: 'sitemap' });
    expect(reading.items).toHaveLength(50);
    expect(reading.totals).toEqual([50]);
    expect(reading.skipped['50 more addresses']).toBe('over_limit');
    expect(site.asked).toHaveLength(52);
  });

  it('that is not there is said to be missing, with what to do instead', async () => {
    const site = await open({ '/': page('Home') });
    await expect(readSite({ address: site.origin, read: 'sitemap' })).rejects.toMatchObject({
      code: 'sources.not_found',
      message: expect.stringContaining('Choose “This page and what it links to” instead.'),
    });
  });
});
