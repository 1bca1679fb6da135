import {
  type Connector,
  ConnectorError,
  type ConnectorIo,
  type ReadEnd,
  type SourceEvent,
} from '../connector.ts';
import { isSameSite, readAddress } from './address.ts';
import { runCrawl } from './crawl.ts';
import { offer } from './follow-links.ts';
import { type Crawl, leaveOut, startCrawl } from './frontier/crawl-state.ts';
import { failIfLost, failure } from './frontier/lost.ts';
import { recall } from './frontier/memory.ts';
import { createPace } from './frontier/pace.ts';
import { type WebsiteLimits, websiteLimits } from './limits.ts';
import { createWay } from './request.ts';
import { createRobots } from './robots/robots.ts';
import { readSitemaps, type SitemapReading } from './robots/sitemap.ts';
import { readSettings, type WebsiteChoice, websiteFields } from './settings.ts';
import { type Visitor, visit } from './visit.ts';

const createVisitor = (
  io: ConnectorIo,
  limits: WebsiteLimits,
  site: URL,
  validatorsOf: Visitor['validatorsOf'],
): Visitor => {
  const way = createWay(io, limits, createPace(limits.pauseMs, io.signal));
  return { way, site, robots: createRobots(way), validatorsOf };
};

/** Reads the sitemaps. @throws ConnectorError when none could be read */
const readSitemap = async (visitor: Visitor): Promise<SitemapReading> => {
  const refusal = await visitor.robots.of(visitor.site);
  if ('refusal' in refusal) throw failure(visitor.site, refusal.refusal) ?? notFound(visitor.site);
  const reading = await readSitemaps(visitor);
  if (reading.files > 0) return reading;
  const [first] = reading.skipped;
  const isMissing = !first || first.skip.code === 'not_found';
  throw isMissing ? notFound(visitor.site) : (failure(visitor.site, first.skip) ?? notFound(visitor.site));
};

const notFound = (url: URL) =>
  new ConnectorError(
    'sources.not_found',
    `${url.host} has no sitemap that can be read. Choose “This page and what it links to” instead.`,
  );

async function* offerSitemap(crawl: Crawl): AsyncGenerator<SourceEvent> {
  const reading = await readSitemap(crawl.visitor);
  crawl.isComplete &&= reading.isComplete;
  for (const { address, skip } of reading.skipped) yield* leaveOut(crawl, address, skip);
  for (const url of reading.pages) yield* offer(crawl, url, 0);
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const describeSitemap = async (visitor: Visitor) => {
  const { pages } = await readSitemap(visitor);
  return `The sitemap of ${visitor.site.host} lists ${counted(pages.length, 'page', 'pages')}.`;
};

const describePage = async (visitor: Visitor, { start, read }: WebsiteChoice): Promise<string> => {
  const answer = await visit(visitor, start);
  failIfLost(start, answer);
  if (answer.kind === 'skipped') return `${start.href} was found, but: ${answer.skip.reason}`;
  if (answer.kind !== 'page') return `${start.href} is a document and can be read.`;
  const { facts, url } = answer;
  const base = readAddress(facts.base, url) ?? url;
  const links = facts.links
    .map(({ href }) => readAddress(href, base))
    .filter((link) => link !== undefined && isSameSite(link, url));
  const found = `Found “${facts.title || url.host}”`;
  if (facts.needsJavascript) return `${found}, but this page shows its text only with JavaScript.`;
  const count = new Set(links.map((link) => link?.href)).size;
  return read === 'page' ? `${found}.` : `${found} with ${counted(count, 'link', 'links')} on the same site.`;
};

const read = (limits: WebsiteLimits): Connector['read'] =>
  async function* (io, { settings }, cursor): AsyncGenerator<SourceEvent, ReadEnd> {
    const choice = readSettings(settings);
    const before = recall(cursor);
    // A sync that is stopped early must not continue to send requests.
    const given = new AbortController();
    const signal = AbortSignal.any([io.signal, given.signal]);
    // A page that was read alone has no stored links, so a reply of "not modified" would hide them.
    const isSameChoice = cursor?.read === choice.read;
    const validatorsFor = (key: string) => (isSameChoice ? before.get(key) : undefined);
    const visitor = createVisitor({ ...io, signal }, limits, choice.start, validatorsFor);
    const crawl = startCrawl(visitor, choice, before);
    try {
      if (choice.read === 'sitemap') yield* offerSitemap(crawl);
      else crawl.frontier.add(choice.start, 0);
      return yield* runCrawl(crawl);
    } finally {
      given.abort();
    }
  };

/** Returns smaller limits for a test, because a user is waiting: no long pauses, and only some of the sitemaps. */
const quickly = (limits: WebsiteLimits): WebsiteLimits => ({
  ...limits,
  retries: 0,
  sitemaps: 3,
  requestMs: Math.min(limits.requestMs, 10_000),
  longestPauseMs: 2_000,
});

/** The connector for websites. Tests create it with other limits. */
export const createWebsite = (limits: WebsiteLimits = websiteLimits): Connector => ({
  type: 'WEBSITE',
  title: 'Website',
  description: `Pages and documents of one website, up to ${websiteLimits.pages}.`,
  help: [
    'Enter the address of the page to begin with.',
    'Choose what to read: this page only, also the pages that it links to on the same site, or the pages that the site lists in its sitemap.',
    'If only a part of the site is of interest, name its paths, such as `/docs/*`.',
    'Pages that the site’s robots.txt forbids, that need a sign-in, or that show their text only with JavaScript are left out; the report says which and why.',
  ],
  connectionFields: [],
  settingsFields: websiteFields,
  test: async (io, { settings }) => {
    const choice = readSettings(settings);
    const visitor = createVisitor(io, quickly(limits), choice.start, () => undefined);
    return choice.read === 'sitemap' ? describeSitemap(visitor) : describePage(visitor, choice);
  },
  read: read(limits),
});
