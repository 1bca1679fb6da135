import { createHash } from 'node:crypto';
import type { SourceEvent } from '../connector.ts';
import { addressKey, isSameSite, readAddress, shortAddress } from './address.ts';
import { type Crawl, leaveOut } from './frontier/crawl-state.ts';
import type { Waiting } from './frontier/frontier.ts';
import { skip } from './frontier/skips.ts';
import type { Visit } from './read-answer.ts';
import type { PageFacts } from './read-page.ts';

export const hashParts = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
};

/** Returns the canonical address of a page, if it belongs to this site and may be read. */
export const resolveCanonicalUrl = async (crawl: Crawl, facts: PageFacts, url: URL): Promise<URL> => {
  const named =
    facts.canonical === '' ? undefined : readAddress(facts.canonical, readAddress(facts.base, url) ?? url);
  if (!named || !isSameSite(named, url) || named.href.length > crawl.visitor.way.limits.addressLength)
    return url;
  return (await crawl.visitor.robots.findRefusal(named)) ? url : named;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the last part of the path as a file name, or the host when there is no path. */
const lastPart = (url: URL): string => {
  const part = url.pathname.split('/').findLast((segment) => segment !== '');
  const bare = part === undefined ? url.hostname : decoded(part).replace(/\.[a-z0-9]{1,5}$/i, '');
  return bare.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'page';
};

const buildMetadata = (url: URL, facts: PageFacts | undefined): Record<string, string> => ({
  website: url.host,
  path: shortAddress(url),
  ...(facts?.title ? { title: facts.title } : {}),
  ...(facts?.language ? { language: facts.language } : {}),
});

interface Found {
  waiting: Waiting;
  /** The page's canonical address. */
  url: URL;
  facts: PageFacts | undefined;
  hash: string;
  ending: string;
  answer: Extract<Visit, { bytes: Uint8Array }>;
  links: string[];
}

/** Yields a document, or an event that it is unchanged, unless another address has already yielded it. */
export const show = (crawl: Crawl, found: Found): SourceEvent[] => {
  const { waiting, url, facts, hash, answer } = found;
  const externalId = addressKey(url);
  // Another page with the same canonical address has already been shown.
  if (crawl.shown.has(externalId) && waiting.key === externalId) return [];
  const twinUrl = crawl.shown.has(externalId) ? url : crawl.contents.get(hash);
  if (twinUrl) return leaveOut(crawl, waiting.url, skip('duplicate', `It is the same as ${twinUrl.href}.`));
  crawl.shown.add(externalId);
  crawl.contents.set(hash, url);
  const name = facts?.title || lastPart(url);
  const mark = hashParts(hash, name);
  const key = addressKey(answer.url);
  const known = crawl.before.get(key);
  crawl.after.set(key, { externalId, mark, hash, ...answer.validators, links: found.links });
  if (known?.mark === mark && known.externalId === externalId) return [{ kind: 'unchanged', externalId }];
  const file = { name: `${lastPart(url)}.${found.ending}`, bytes: answer.bytes };
  return [
    { kind: 'item', item: { externalId, name, url: url.href, metadata: buildMetadata(url, facts), file } },
  ];
};
