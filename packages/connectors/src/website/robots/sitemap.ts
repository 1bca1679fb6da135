import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { addressKey, isSameSite, readAddress } from '../address.ts';
import { isTemporary, type Skip, skip } from '../frontier/skips.ts';
import { drop, isSpent, readBody, request, toSkip, type Way } from '../request.ts';
import { feedParser } from './feed-parser.ts';
import type { SiteRobots } from './robots.ts';

const unzip = promisify(gunzip);

/** The addresses in one file, as written: of pages and of further sitemaps. */
interface Entries {
  isSitemap: boolean;
  pages: string[];
  sitemaps: string[];
}

/** Sitemaps have four levels. A file with more than this is not one. */
const deepest = 50;

/** Parses XML without entities and document types, so that neither can expand or refer to anything. */
const readXml = async (xml: string, most: number): Promise<Entries> => {
  const entries: Entries = { isSitemap: false, pages: [], sitemaps: [] };
  const around: string[] = [];
  let text = '';
  const isFull = () => entries.pages.length + entries.sitemaps.length >= most;
  const parser = new Parser(
    {
      onopentag: (name) => {
        around.push(name.toLowerCase().replace(/^.*:/, ''));
        if (around.length > deepest) throw new RangeError('nested too deep');
        if (around[0] === 'urlset' || around[0] === 'sitemapindex') entries.isSitemap = true;
        text = '';
      },
      ontext: (data) => {
        if (around.at(-1) === 'loc' && text.length < 4_000) text += data;
      },
      onclosetag: () => {
        const parent = around.at(-2);
        const isEntry = around.at(-1) === 'loc' && !isFull();
        if (isEntry && parent === 'url') entries.pages.push(text.trim());
        if (isEntry && parent === 'sitemap') entries.sitemaps.push(text.trim());
        around.pop();
      },
    },
    { xmlMode: true },
  );
  await feedParser(parser, xml);
  return entries;
};

/** Reads a text file with one address on each line, which the protocol permits too. */
const readLines = (text: string, most: number): Entries => {
  const pages = text
    .split(/\r?\n/, most)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line));
  return { isSitemap: pages.length > 0, pages, sitemaps: [] };
};

const readEntries = async (text: string, most: number): Promise<Entries> => {
  try {
    return text.trimStart().startsWith('<') ? await readXml(text, most) : readLines(text, most);
  } catch (error) {
    if (error instanceof RangeError) return { isSitemap: false, pages: [], sitemaps: [] };
    throw error;
  }
};

const isZipped = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const unpack = async (bytes: Uint8Array, most: number): Promise<Uint8Array | undefined> =>
  isZipped(bytes) ? unzip(bytes, { maxOutputLength: most }).catch(() => undefined) : bytes;

const cannot = (url: URL, why: string): Skip => skip('bad_sitemap', `The sitemap ${url.href} ${why}.`);

const statusSkip = (url: URL, status: number): Skip => {
  if (status === 404 || status === 410) return skip('not_found', 'This sitemap does not exist.');
  return status >= 500 || status === 429
    ? skip('server_error', `The sitemap ${url.href} answered ${status}.`)
    : cannot(url, `answered ${status}`);
};

interface SitemapReader {
  way: Way;
  site: URL;
  robots: SiteRobots;
}

const findSitemapRefusal = async (
  { way, site, robots }: SitemapReader,
  url: URL,
): Promise<Skip | undefined> => {
  if (!isSameSite(url, site)) return skip('other_site', `The sitemap lies on another site: ${url.host}.`);
  if (url.href.length > way.limits.addressLength) return skip('too_long');
  // A site that names a sitemap in robots.txt wants it read, so it is only skipped when its host fails.
  const of = await robots.of(url);
  return 'refusal' in of ? of.refusal : undefined;
};

const readFile = async (reader: SitemapReader, start: URL): Promise<Entries | Skip> => {
  const { way } = reader;
  let url = start;
  for (let hop = 0; hop <= way.limits.redirects; hop += 1) {
    const refusal = await findSitemapRefusal(reader, url);
    if (refusal) return refusal;
    const response = await request(way, url);
    const location = response.headers.get('location');
    if (response.ok) {
      const body = await readBody(way, response, way.limits.sitemapBytes);
      const bytes = body && (await unpack(body, way.limits.sitemapBytes));
      if (!bytes) return cannot(url, 'is too large or broken');
      const entries = await readEntries(new TextDecoder().decode(bytes), way.limits.sitemapEntries);
      return entries.isSitemap ? entries : cannot(url, 'is no sitemap');
    }
    await drop(response);
    const next = response.status < 400 && location ? readAddress(location, url) : undefined;
    if (!next) return statusSkip(url, response.status);
    url = next;
  }
  return skip('too_many_redirects');
};

/** The pages that the sitemaps of a site list. */
export interface SitemapReading {
  pages: URL[];
  skipped: { address: URL | string; skip: Skip }[];
  /** False when a sitemap was temporarily missing, or not all of them were read. */
  isComplete: boolean;
  /** The number of sitemaps that were read. */
  files: number;
}

const sortIn = (reading: SitemapReading, entries: Entries, { way, site }: SitemapReader) => {
  reading.files += 1;
  for (const text of entries.pages) {
    const url = readAddress(text);
    if (!url) reading.skipped.push({ address: text, skip: skip('not_a_web_address') });
    else if (!isSameSite(url, site)) reading.skipped.push({ address: url, skip: skip('other_site') });
    else if (reading.pages.length < way.limits.sitemapEntries) reading.pages.push(url);
  }
};

/** Reads sitemaps and those that they refer to, each once. Addresses are as written. */
const readAll = async (reader: SitemapReader, starts: readonly string[]): Promise<SitemapReading> => {
  const reading: SitemapReading = { pages: [], skipped: [], isComplete: true, files: 0 };
  const leaveOut = (address: URL | string, reason: Skip) => {
    reading.skipped.push({ address, skip: reason });
    reading.isComplete &&= !isTemporary(reason);
  };
  const waiting = [...starts];
  const seen = new Set<string>();
  let files = 0;
  for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
    const url = readAddress(text, reader.site);
    if (!url) leaveOut(text, skip('not_a_web_address'));
    if (!url || seen.has(addressKey(url))) continue;
    seen.add(addressKey(url));
    // Sitemaps of other sites are not requested, so they do not count.
    if (isSameSite(url, reader.site)) files += 1;
    if (files > reader.way.limits.sitemaps || isSpent(reader.way)) {
      leaveOut(url, skip('over_budget', 'The site has too many sitemaps.'));
      break;
    }
    const entries = await readFile(reader, url).catch((error: unknown) =>
      toSkip(error, reader.way.io.signal),
    );
    if ('code' in entries) leaveOut(url, entries);
    else {
      sortIn(reading, entries, reader);
      waiting.push(...entries.sitemaps);
    }
  }
  return reading;
};

const isSitemapName = (url: URL) => /\.xml(\.gz)?$|sitemap[^/]*\.(txt|gz)$/i.test(url.pathname);

/** Reads the sitemaps of a site: the given address, or those in robots.txt, or the usual locations. */
export const readSitemaps = async (reader: SitemapReader): Promise<SitemapReading> => {
  const { site, robots } = reader;
  if (isSitemapName(site)) return readAll(reader, [site.href]);
  const of = await robots.of(site);
  const named = 'rules' in of ? of.rules.sitemaps : [];
  if (named.length > 0) return readAll(reader, named);
  const usual = await readAll(reader, ['/sitemap.xml']);
  return usual.files > 0 ? usual : readAll(reader, ['/sitemap_index.xml']);
};
