import { page, pathsOf, type Route, readSite } from '@atelier/connectors/tests/website/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, HostileNetwork, hostileLimits } from './hostile-network.ts';

const network = new HostileNetwork();
beforeAll(() => network.start());
afterAll(() => network.close());

/** `@` stands for the port at which the internal server listens. */
const insideAddresses = [
  'http://127.0.0.1:@/',
  'http://127.1:@/',
  'http://2130706433:@/',
  'http://0x7f000001:@/',
  'http://0x7f.0x0.0x0.0x1:@/',
  'http://0177.0.0.1:@/',
  'http://017700000001:@/',
  'http://127.0.0.2:@/',
  'http://0:@/',
  'http://0.0.0.0:@/',
  'http://127.0.0.1.:@/',
  'http://①②⑦.⓪.⓪.①:@/',
  'http://%31%32%37.0.0.1:@/',
  'http://127。0。0。1:@/',
  'http://localhost:@/',
  'http://LOCALHOST.:@/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:@/',
  'http://any.localhost:@/',
  'http://[::1]:@/',
  'http://[::]:@/',
  'http://[::ffff:127.0.0.1]:@/',
  'http://[::ffff:7f00:1]:@/',
  'http://[64:ff9b::7f00:1]:@/',
  'http://[2002:7f00:1::]:@/',
  'http://[fe80::1]:@/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://100.64.0.1/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://168.63.129.16/',
  'http://127.0.0.1.nip.example:@/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://mixed.example:@/',
  'http://mapped.example:@/',
  'http://six.example:@/',
  'https://127.0.0.1:@/',
  'http://127.0.0.1:@\\@8.8.8.8/',
  'HTTP:\\\\127.0.0.1:@\\',
  'http://127.0.0.1:@#@public.example/',
  'http://127.0.0.1:@?@public.example/',
  'http://@127.0.0.1:@/',
  'http://127.0.\r\n0.1:@/',
  'http://127.0.1:@/',
  'http://0177.0x0.1:@/',
  'http://ｌｏｃａｌｈｏｓｔ:@/',
  'http://loc\u00adal\u200bhost:@/',
  'http://[::127.0.0.1]:@/',
  'http://[0:0:0:0:0:ffff:7f00:0001]:@/',
  'http://[64:ff9b:1::7f00:1]:@/',
  'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
  'http://[2002:a9fe:a9fe::]/latest/meta-data/',
  'http://[2001:0:7f00:1::]:@/',
  'http://[fec0::1]:@/',
  'http://[ff02::1]:@/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://192.0.0.192/latest/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://host.docker.internal:2375/containers/json',
  'http://kubernetes.default.svc/api/v1/secrets',
  '127.0.0.1:@',
  '//127.0.0.1:@/',
  '\thttp://127.0.0.1:@/',
];

const noAddresses = [
  'http://8.8.8.8@127.0.0.1:@/',
  'http://user:password@public.example/',
  'file:///etc/passwd',
  'file://127.0.0.1:@/etc/passwd',
  'ftp://127.0.0.1:@/',
  'gopher://127.0.0.1:@/_GET',
  'data:text/html,<p>hello',
  'javascript:alert(1)',
  'http://',
  'http://[::1',
  'http:127.0.0.1:@/',
  'http://[fe80::1%25eth0]:@/',
  'http://127.0.0.1%0d%0aHost: public.example:@/',
  'http://127.0.0.1%00.public.example:@/',
  'http://256.256.256.256/',
  'http://0x100000001:@/',
  'http://public.example:99999/',
  'dict://127.0.0.1:@/info',
  'ldap://127.0.0.1:@/',
  'ws://127.0.0.1:@/',
  'blob:http://127.0.0.1:@/1',
  'view-source:http://127.0.0.1:@/',
  '',
  `http://public.example/${'a'.repeat(5_000_000)}`,
];

/** These host names look like addresses, but no resolver knows them. */
const unknownHosts = [
  ['with a Cyrillic letter in it', 'http://lоcalhost:@/'],
  ['of an address before a name', 'http://127.0.0.1.unknown.example:@/'],
  ['longer than names may be', `http://${'a.'.repeat(200)}example/`],
  ['with a part longer than parts may be', `http://${'a'.repeat(100)}.example/`],
];

const at = (address: string) => address.replace(/:@(?=[/\\?#]|$)/, `:${network.insidePort}`);

describe('a start address', () => {
  it.each(insideAddresses)(
    'inside the operator’s network is refused: %s',
    { tags: ['CONNECTOR-07'] },
    async (address) => {
      const reading = readSite({ address: at(address) }, { io: network.io(), limits: hostileLimits });
      expect(await codeOf(reading)).toBe('sources.blocked');
      expect(network.arrived).toBe(0);
    },
  );

  it.each(noAddresses.map((address) => [address.slice(0, 60), address]))(
    'that is no web address is refused: %s',
    async (_name, address) => {
      const reading = readSite({ address: at(address) }, { io: network.io(), limits: hostileLimits });
      expect(await codeOf(reading)).toBe('sources.invalid_settings');
      expect(network.arrived).toBe(0);
    },
  );

  it.each(unknownHosts)('at a host %s leads nowhere', async (_how, address) => {
    const reading = readSite({ address: at(address) }, { io: network.io(), limits: hostileLimits });
    expect(await codeOf(reading)).toBe('sources.unreachable');
    expect(network.arrived).toBe(0);
  });

  it.each([22, 25, 6000])('at the port %i, from which no pages are read, is refused', async (port) => {
    const io = network.io({ allow: ['127.0.0.1'] });
    const reading = readSite({ address: `http://127.0.0.1:${port}/` }, { io, limits: hostileLimits });
    await expect(reading).rejects.toThrow('The port of 127.0.0.1 is not one that web pages are read from.');
  });

  it('cannot carry a second line into the request', async () => {
    const { site, io } = await network.open({ '*': page('Any') });
    const address = `${site.origin}/a%0d%0aX-One: 1\r\nX-Two: 2`;
    await readSite({ address, read: 'page' }, { io, limits: hostileLimits });
    expect(site.asked).toEqual(['/robots.txt', '/a%0d%0aX-One:%201X-Two:%202']);
  });

  it('is refused in the same way for a sitemap and by the Test button', async () => {
    const address = at('http://127.0.0.1:@/sitemap.xml');
    const reading = readSite({ address, read: 'sitemap' }, { io: network.io(), limits: hostileLimits });
    expect(await codeOf(reading)).toBe('sources.blocked');
    expect(network.arrived).toBe(0);
  });
});

const elsewhere = [
  ...insideAddresses,
  ...noAddresses.filter((address) => /^(file|ftp|gopher)/.test(address)),
];

describe('a page that leads inside', () => {
  const html =
    (body: string, headers: Record<string, string> = {}): Route =>
    (response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);

  it.each([301, 302, 303, 307, 308])('by a redirect with %i is not followed', async (status) => {
    const ways = elsewhere.map(
      (address, index) => [`/go/${'abcdefghij'[index % 10]}${index}x`, at(address)] as const,
    );
    const routes = Object.fromEntries(
      ways.map(([path, location]): [string, Route] => [
        path,
        (response) => response.writeHead(status, { location: encodeURI(location) }).end(),
      ]),
    );
    const { site, io } = await network.open({
      '/': page(
        'Home',
        ways.map(([path]) => path),
      ),
      ...routes,
    });
    const reading = await readSite({ address: site.origin, include: '/*' }, { io, limits: hostileLimits });
    expect(Object.keys(reading.skipped).sort()).toEqual(ways.map(([path]) => path).sort());
    const codes = new Set(Object.values(reading.skipped));
    expect([...codes].every((code) => ['other_site', 'blocked_address', 'not_found'].includes(code))).toBe(
      true,
    );
    expect(pathsOf(reading)).toEqual(['/']);
    expect(network.arrived).toBe(0);
  });

  it('by links, a canonical address, a base, a refresh or a script is not followed', async () => {
    const links = elsewhere.map(at);
    const target = at('http://127.0.0.1:@/');
    const { site, io } = await network.open({
      '/': page('Home', ['/canonical', '/base', '/refresh', '/header', '/script', ...links]),
      '/canonical': page('Canonical', [], `<link rel="canonical" href="${target}">`),
      '/base': page('Base', ['inside'], `<base href="${target}">`),
      '/refresh': page('Refresh', [], `<meta http-equiv="refresh" content="0; url='${target}'">`),
      '/header': html(page('Header'), { refresh: `0;url=${target}` }),
      '/script': page('Script', [], `<script>location = "${target}"</script>`),
    });
    const reading = await readSite({ address: site.origin }, { io, limits: hostileLimits });
    expect(pathsOf(reading)).toEqual(['/', '/canonical', '/base', '/script']);
    expect(reading.items.map(({ url }) => new URL(url ?? '').origin)).toEqual(Array(4).fill(site.origin));
    expect(reading.skipped).toMatchObject({
      '/refresh': 'other_site',
      '/header': 'other_site',
      '/inside': 'other_site',
    });
    expect(network.arrived).toBe(0);
  });

  it('by robots.txt or a sitemap is not followed', async () => {
    const urls = elsewhere.map((address) => `<url><loc>${at(address)}</loc></url>`).join('');
    const maps = elsewhere.map((address) => `<sitemap><loc>${at(address)}</loc></sitemap>`).join('');
    const { site, io } = await network.open({
      '/robots.txt': (response) =>
        response.end(
          `Sitemap: /index.xml\nSitemap: ${at('http://127.0.0.1:@/map.xml')}\nSitemap: file:///etc/passwd`,
        ),
      '/index.xml': `<sitemapindex>${maps}<sitemap><loc>SITE/pages.xml</loc></sitemap></sitemapindex>`,
      '/pages.xml': `<urlset>${urls}<url><loc>SITE/a</loc></url></urlset>`,
      '/a': page('A'),
    });
    for (const path of ['/index.xml', '/pages.xml'])
      site.routes[path] = String(site.routes[path]).replace('SITE', site.origin);
    const reading = await readSite({ address: site.origin, read: 'sitemap' }, { io, limits: hostileLimits });
    expect(pathsOf(reading)).toEqual(['/a']);
    expect(new Set(Object.values(reading.skipped))).toEqual(
      new Set(['other_site', 'not_a_web_address', 'not_found']),
    );
    expect(network.arrived).toBe(0);
    const away = await network.open({
      '/robots.txt': (response) => response.writeHead(302, { location: at('http://127.0.0.1:@/') }).end(),
      '/': page('Home'),
    });
    expect(
      pathsOf(await readSite({ address: away.site.origin }, { io: away.io, limits: hostileLimits })),
    ).toEqual(['/']);
    expect(network.arrived).toBe(0);
  });

  it('to a name that changes its address between two look-ups is not followed', async () => {
    const { site } = await network.open({ '/': page('Home', ['/next']), '/next': page('Next') });
    site.routes['*'] = (response) => response.writeHead(404, { connection: 'close' }).end();
    site.routes['/'] = html(page('Home', ['/next']), { connection: 'close' });
    const { port } = new URL(site.origin);
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups <= 2 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const io = network.io({ resolve, allow: [`127.0.0.1:${port}`] });
    const reading = await readSite(
      { address: `http://rebind.example:${port}/` },
      { io, limits: hostileLimits },
    );
    expect(pathsOf(reading)).toEqual(['/']);
    expect(reading.skipped).toEqual({ '/next': 'blocked_address' });
    expect(site.asked).toEqual(['/robots.txt', '/']);
  });

  it('to another name of the same site is not followed', async () => {
    const { site } = await network.open({});
    const { port } = new URL(site.origin);
    site.routes['/'] = page('Home', [`http://www.twin.example:${port}/private`]);
    const io = network.io({ allow: [`127.0.0.1:${port}`] });
    const reading = await readSite(
      { address: `http://twin.example:${port}/` },
      { io, limits: hostileLimits },
    );
    expect(reading.skipped).toEqual({ '/private': 'blocked_address' });
  });
});

describe('the listener inside', () => {
  it('got no connection, and would have noticed one', async () => {
    expect(network.arrived).toBe(0);
    const permitted = network.io({ allow: ['127.0.0.1'] });
    await expect(permitted.fetch(`http://127.0.0.1:${network.insidePort}/`)).rejects.toThrow(
      'broke the connection off',
    );
    expect(network.arrived).toBe(1);
  });
});
