import { afterEach, describe, expect, it } from 'vitest';
import { openSite, page, pathsOf, plainIo, quickLimits, type Route, readSite, type Site } from './site.ts';

const sites: Site[] = [];
const open = async (routes: Record<string, Route>) => {
  const site = await openSite(routes);
  sites.push(site);
  return site;
};
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

const moved =
  (to: string, status = 302): Route =>
  (response) =>
    response.writeHead(status, { location: to }).end();

const typed =
  (type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Route =>
  (response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);

describe('what is read', () => {
  it('is the page itself and, page by page, what it links to on the same site', {
    tags: ['CONNECTOR-07', 'KB-01'],
  }, async () => {
    const site = await open({
      '/': page('Home', ['/b', '/a', 'https://other.example/x', 'mailto:a@b.c', '#top', '/gone']),
      '/a': page('A', ['/', '/a1']),
      '/b': page('B', ['/b1', '/a']),
      '/a1': page('A1'),
      '/b1': page('B1'),
    });
    const reading = await readSite({ address: site.origin, read: 'links', pages: 50 });
    expect(pathsOf(reading)).toEqual(['/', '/b', '/a', '/b1', '/a1']);
    expect(reading.items[1]).toMatchObject({
      name: 'B',
      file: { name: 'b.html' },
      metadata: { language: 'en' },
    });
    expect(reading.skipped).toEqual({ '/x': 'other_site', '/gone': 'not_found' });
    expect(reading.end.isComplete).toBe(true);
    expect(reading.totals.at(-1)).toBe(5);
  });

  it('is one page where only that is wanted', async () => {
    const site = await open({ '/start': page('Start', ['/a']), '/a': page('A') });
    const reading = await readSite({ address: `${site.origin}/start`, read: 'page' });
    expect(pathsOf(reading)).toEqual(['/start']);
    expect(site.asked).toEqual(['/robots.txt', '/start']);
  });

  it('ends after the pages that were chosen, and names what is left', { tags: ['IMPORT-38'] }, async () => {
    const links = Array.from(
      { length: 80 },
      (_, index) => `/page-${'abcdefghij'[index % 10]}${'klmnopqr'[Math.floor(index / 10)]}`,
    );
    const routes = Object.fromEntries(links.map((link) => [link, page(link)]));
    const site = await open({ '/': page('Home', links), ...routes });
    const few = await readSite({ address: site.origin, read: 'links', pages: 3 });
    expect(few.items).toHaveLength(3);
    const asked = site.asked.length;
    expect(asked).toBe(4);
    const most = await readSite({ address: site.origin, read: 'links' });
    expect(most.items).toHaveLength(50);
    expect(Object.values(most.skipped).filter((code) => code === 'over_limit')).toHaveLength(31);
    expect(most.end.isComplete).toBe(true);
  });

  it('keeps to the paths that were named', async () => {
    const site = await open({
      '/': page('Home', ['/docs/a', '/docs/private/b', '/blog/c', '/docsearch']),
      '/docs/a': page('A'),
    });
    const reading = await readSite({
      address: site.origin,
      read: 'links',
      include: '/docs\n',
      exclude: '*/PRIVATE/*',
    });
    expect(pathsOf(reading)).toEqual(['/docs/a']);
    expect(reading.skipped).toEqual({
      '/docs/private/b': 'excluded',
      '/blog/c': 'excluded',
      '/docsearch': 'excluded',
      '/': 'excluded',
    });
  });

  it('includes documents, by what their bytes show', async () => {
    const site = await open({
      '/': page('Home', [
        '/plan.pdf',
        '/lie.pdf',
        '/photo',
        '/notes.md',
        '/list.csv',
        '/data.zip',
        '/news.xml',
      ]),
      '/plan.pdf': typed('application/octet-stream', '%PDF-1.7 and so on'),
      '/lie.pdf': typed('application/pdf', 'MZ\x90\x00\x03\x00\x00\x00'),
      '/photo': typed('text/html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3])),
      '/notes.md': typed('text/plain', '# Notes'),
      '/list.csv': typed('text/csv', 'a,b\n1,2'),
      '/news.xml': typed('application/rss+xml', '<rss/>'),
    });
    const reading = await readSite({ address: site.origin });
    expect(reading.items.map(({ file }) => file.name)).toEqual([
      '127.0.0.1.html',
      'plan.pdf',
      'notes.md',
      'list.csv',
    ]);
    expect(reading.skipped).toEqual({
      '/lie.pdf': 'not_a_page',
      '/photo': 'not_a_page',
      '/data.zip': 'not_a_page',
      '/news.xml': 'not_a_page',
    });
    expect(site.asked).not.toContain('/data.zip');
  });
});

describe('each page counts once', () => {
  it('whatever its spelling, its parameters and its true address', async () => {
    const site = await open({
      '/': page('Home', [
        '/a/?utm_source=x#part',
        '/a',
        '//127.0.0.1:1/',
        '/%61',
        '/list?b=2&a=1&gclid=5',
        '/list?a=1&b=2',
        '/print',
        '/printed',
        '/print?page=2',
        '/old',
      ]),
      '/a/': page('A'),
      '/a': page('A'),
      '/list?b=2&a=1': page('List'),
      '/print': page('Print', [], '<link rel="canonical" href="/printed#x">'),
      '/printed': page('Printed by itself'),
      '/print?page=2': page('Print 2', [], '<link rel="canonical" href="/printed">'),
      '/old': moved('/a', 301),
    });
    const reading = await readSite({ address: site.origin });
    expect(pathsOf(reading)).toEqual(['/', '/a/', '/list', '/printed']);
    expect(reading.skipped).toEqual({ '/': 'other_site', '/old': 'duplicate', '/print?page=2': 'duplicate' });
  });

  it('and two pages with the same words are one, with the reason', async () => {
    const site = await open({ '/': page('Same', []), '/b': page('Same', []), '/c': page('C', ['/', '/b']) });
    const reading = await readSite({ address: `${site.origin}/c` });
    expect(reading.items.map(({ name }) => name)).toEqual(['C', 'Same']);
    expect(reading.skipped).toEqual({ '/b': 'duplicate' });
    expect(reading.reasons.duplicate).toBe(`It is the same as ${site.origin}/.`);
  });
});

describe('what the site asks for', () => {
  it('is kept to: robots.txt, noindex, nofollow, in page, header and link', async () => {
    const site = await open({
      '/robots.txt': typed(
        'text/plain',
        'User-agent: *\nDisallow: /\n\nUser-agent: Atelier\nDisallow: /private\nAllow: /private/open',
      ),
      '/': page('Home', [
        '/private/a',
        '/private/open',
        '/quiet',
        '/dead-end',
        '/header',
        '/other-robot',
      ]).replace('</body>', '<a rel="nofollow" href="/unloved">x</a></body>'),
      '/private/open': page('Open'),
      '/quiet': page('Quiet', ['/behind-quiet'], '<meta name="robots" content="noindex">'),
      '/behind-quiet': page('Behind'),
      '/dead-end': page('Dead end', ['/behind-dead-end'], '<meta name="Atelier" content="NoFollow">'),
      '/header': typed('text/html', page('Header'), { 'x-robots-tag': 'noindex, nofollow' }),
      '/other-robot': typed('text/html', page('Other robot'), { 'x-robots-tag': 'googlebot: noindex' }),
    });
    const reading = await readSite({ address: site.origin });
    expect(pathsOf(reading)).toEqual(['/', '/private/open', '/dead-end', '/other-robot', '/behind-quiet']);
    expect(reading.skipped).toEqual({
      '/private/a': 'robots',
      '/quiet': 'noindex',
      '/header': 'noindex',
      '/unloved': 'nofollow',
      '/behind-dead-end': 'nofollow',
    });
    expect(site.asked).not.toContain('/private/a');
    expect(site.asked.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('is told who asks', async () => {
    const agents = new Set<string | undefined>();
    const site = await open({
      '*': (response, request) => {
        agents.add(request.headers['user-agent']);
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home'));
      },
    });
    await readSite({ address: site.origin });
    expect([...agents]).toEqual(['Atelier (knowledge base import)']);
  });

  it('includes patience: it is asked again after the time that it names, and no more than two at a time', async () => {
    let [busy, now, most] = [2, 0, 0];
    const slow: Route = (response, request) => {
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Page ${request.url}`));
      });
    };
    const names = ['/p', '/q', '/r', '/s', '/t', '/u'];
    const site = await open({
      '/': page('Home', [...names, '/busy']),
      '/busy': (response) => {
        busy -= 1;
        if (busy >= 0) response.writeHead(429, { 'retry-after': '0' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Busy'));
      },
      ...Object.fromEntries(names.map((name) => [name, slow])),
    });
    const reading = await readSite({ address: site.origin });
    expect(pathsOf(reading)).toEqual(['/', ...names, '/busy']);
    expect(most).toBeLessThanOrEqual(2);
    expect(site.asked.filter((path) => path === '/busy')).toHaveLength(3);
  });

  it('is given up after a while, without calling the page removed', async () => {
    const site = await open({
      '/': page('Home', ['/busy', '/never']),
      '/busy': (response) => void response.writeHead(503).end(),
      '/never': (response) => void response.writeHead(429, { 'retry-after': '86400' }).end(),
    });
    const reading = await readSite({ address: site.origin });
    expect(reading.skipped).toEqual({ '/busy': 'busy', '/never': 'busy' });
    expect(reading.end.isComplete).toBe(false);
    expect(site.asked.filter((path) => path === '/busy')).toHaveLength(3);
    expect(site.asked.filter((path) => path === '/never')).toHaveLength(1);
  });
});

describe('a page without text', () => {
  it('is left out when its text comes only with JavaScript, and kept when it is merely short', async () => {
    const app = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
    const site = await open({
      '/': page('Home', ['/app', '/short', '/blank']),
      '/app': app,
      '/short':
        '<!doctype html><title>Short</title><p>We are closed on Mondays.</p><script src="/count.js"></script>',
      '/blank': '<!doctype html><title>Blank</title>',
    });
    const reading = await readSite({ address: site.origin });
    expect(pathsOf(reading)).toEqual(['/', '/short']);
    expect(reading.skipped).toEqual({ '/app': 'needs_javascript', '/blank': 'empty' });
    expect(reading.reasons.needs_javascript).toBe('This page shows its text only with JavaScript.');
  });
});

describe('traps', () => {
  it('end: a calendar without end leaves room for the other pages', async () => {
    const site = await open({
      '/': page('Home', ['/calendar?month=1', ...['/a', '/b', '/c'], '/x/y/x/y/x/y/x/y']),
      '/a': page('A', ['/d']),
      '/b': page('B'),
      '/c': page('C'),
      '/d': page('D'),
      '/calendar?': (response, request) => {
        const month = Number(new URL(request.url ?? '', 'http://x').searchParams.get('month'));
        const links = Array.from({ length: 12 }, (_, index) => `/calendar?month=${month + index + 1}`);
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Month ${month}`, links));
      },
    });
    const reading = await readSite({ address: site.origin });
    const paths = pathsOf(reading);
    expect(paths).toEqual(expect.arrayContaining(['/', '/a', '/b', '/c', '/d']));
    expect(paths.filter((path) => path === '/calendar').length).toBe(quickLimits.alikeMost);
    expect(reading.skipped['/calendar?month=40']).toBe('endless');
    expect(reading.skipped['/x/y/x/y/x/y/x/y']).toBe('endless');
  });

  it('end: redirects in a circle, pages in a circle, too many links', async () => {
    const links = Array.from(
      { length: 600 },
      (_, index) =>
        `/n-${String(index)
          .split('')
          .map((digit) => 'abcdefghij'[Number(digit)])
          .join('')}`,
    );
    const site = await open({
      '/': page('Home', ['/round', '/one', ...links]),
      '/round': moved('/about'),
      '/about': moved('/round'),
      '/one': page('One', ['/two']),
      '/two': page('Two', ['/one']),
    });
    const reading = await readSite({ address: site.origin });
    expect(reading.skipped).toMatchObject({
      '/round': 'too_many_redirects',
      'Further links on /': 'too_many_links',
    });
    expect(site.asked.filter((path) => path === '/one')).toHaveLength(1);
    expect(site.asked.length).toBeLessThanOrEqual(quickLimits.requests + 6);
  });
});

describe('an end from outside', () => {
  it('stops the reading with the reason that was given', async () => {
    const given = new AbortController();
    const site = await open({
      '/': page('Home', ['/a', '/b']),
      '/a': () => given.abort(new Error('the person pressed stop')),
    });
    const reading = readSite({ address: site.origin }, { io: plainIo(given.signal) });
    await expect(reading).rejects.toThrow('the person pressed stop');
    expect(site.asked).not.toContain('/c');
  });
});
