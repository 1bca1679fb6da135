import { Field } from '@atelier/contracts/fields/fields';
import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../src/index.ts';
import { createWebsite } from '../../src/website/index.ts';
import { openSite, page, plainIo, quickLimits, type Route, readSite, type Site } from './site.ts';

const sites: Site[] = [];
const open = async (routes: Record<string, Route>) => {
  const site = await openSite(routes);
  sites.push(site);
  return site;
};
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

const website = createWebsite(quickLimits);
const test = (settings: Record<string, string | number>) =>
  website.test(plainIo(), { connection: {}, settings });

describe('the form of a website', () => {
  it('is among the sources, asks for an address and for at most 50 pages', {
    tags: ['KB-16', 'KB-01', 'IMPORT-38', 'CONST-11'],
  }, () => {
    const listed = connectors.find(({ type }) => type === 'WEBSITE');
    expect(listed?.title).toBe('Website');
    expect(listed?.connectionFields).toEqual([]);
    for (const field of listed?.settingsFields ?? []) expect(Field.safeParse(field).success).toBe(true);
    const pages = listed?.settingsFields.find(({ name }) => name === 'pages');
    expect(pages).toMatchObject({ type: 'NUMBER', min: 1, max: 50, default: 50 });
  });

  it.each([
    [{ pages: 0 }, 'Please enter a value greater than 0'],
    [{ pages: -3 }, 'Please enter a value greater than 0'],
    [{ pages: 51 }, 'Please enter at most 50 pages.'],
    [{ pages: 1.5 }, 'Please enter a whole number.'],
    [{ read: 'everything' }, 'Please choose what to read.'],
    [{ include: `/${'a'.repeat(300)}` }, 'A path may have at most 200 characters.'],
    [{ exclude: '/a\n'.repeat(51) }, 'Please enter at most 50 paths.'],
    [
      { address: 'mailto:a@b.c' },
      'Please enter a web address that starts with http:// or https://, without a user name or password.',
    ],
  ])('refuses %o with a sentence', { tags: ['IMPORT-38', 'IMPORT-39'] }, async (wrong, message) => {
    const settings = { address: 'https://public.example', ...wrong };
    await expect(readSite(settings)).rejects.toMatchObject({ code: 'sources.invalid_settings', message });
    await expect(test(settings)).rejects.toMatchObject({ code: 'sources.invalid_settings', message });
  });

  it('has a test that says what was found', async () => {
    const site = await open({
      '/': page('Help centre', ['/a', '/b', '/b#part', 'https://other.example']),
      '/sitemap.xml': '<urlset><url><loc>/x</loc></url></urlset>',
      '/app': '<title>App</title><div id="root"></div><script src="a.js"></script>',
      '/plan': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
      '/away': (response) => response.writeHead(301, { location: 'https://other.example/' }).end(),
    });
    const origin = site.origin;
    expect(await test({ address: origin })).toBe('Found “Help centre” with 2 links on the same site.');
    expect(await test({ address: origin, read: 'page' })).toBe('Found “Help centre”.');
    expect(await test({ address: `${origin}/app` })).toBe(
      'Found “App”, but this page shows its text only with JavaScript.',
    );
    expect(await test({ address: `${origin}/plan` })).toBe(`${origin}/plan is a document and can be read.`);
    await expect(test({ address: `${origin}/gone` })).rejects.toMatchObject({ code: 'sources.not_found' });
    await expect(test({ address: `${origin}/away` })).rejects.toMatchObject({
      code: 'sources.invalid_settings',
      message: `${origin}/away cannot be read. It leads to another site: other.example.`,
    });
    site.routes['/sitemap.xml'] = `<urlset><url><loc>${origin}/x</loc></url></urlset>`;
    expect(await test({ address: origin, read: 'sitemap' })).toBe(
      `The sitemap of ${new URL(origin).host} lists 1 page.`,
    );
  });
});
