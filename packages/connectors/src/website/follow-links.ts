import type { SourceEvent } from '../connector.ts';
import { addressKey, isSameSite, readAddress, shortAddress } from './address.ts';
import { hasForeignEnding } from './file-kind.ts';
import { type Crawl, leaveOut } from './frontier/crawl-state.ts';
import { skip } from './frontier/skips.ts';
import { isWanted } from './path-patterns.ts';
import type { PageFacts } from './read-page.ts';

/** Returns true for links that do not lead to a document, such as mailto:, and need not be reported. */
const isNoDocument = (href: string) =>
  href === '' || href.startsWith('#') || /^\s*(javascript|mailto|tel|sms|data|blob|about):/i.test(href);

/** Adds an address to the list of addresses to read, or reports why it is left out. */
export const offer = (crawl: Crawl, url: URL, depth: number): SourceEvent[] => {
  if (crawl.frontier.has(addressKey(url))) return [];
  if (!isSameSite(url, crawl.visitor.site)) return leaveOut(crawl, url, skip('other_site'));
  if (url.href.length > crawl.visitor.way.limits.addressLength) return leaveOut(crawl, url, skip('too_long'));
  if (!isWanted(crawl.choice.patterns, url)) return leaveOut(crawl, url, skip('excluded'));
  if (hasForeignEnding(url)) return leaveOut(crawl, url, skip('not_a_page'));
  const refusal = crawl.frontier.add(url, depth);
  return refusal ? leaveOut(crawl, url, refusal) : [];
};

const keepUnfollowed = ({ unfollowed, visitor }: Crawl, url: URL) => {
  const { addressLength, waiting } = visitor.way.limits;
  if (url.href.length <= addressLength && unfollowed.size < waiting) unfollowed.set(addressKey(url), url);
};

/** Follows the links of a page. Returns those within the site, which the next sync may need. */
export const followLinks = (crawl: Crawl, facts: PageFacts, page: URL, depth: number) => {
  const { limits } = crawl.visitor.way;
  const base = readAddress(facts.base, page) ?? page;
  const events: SourceEvent[] = [];
  const links = new Set<string>();
  for (const { href, isNofollow } of facts.links) {
    if (isNoDocument(href)) continue;
    const url = readAddress(href, base);
    if (!url) events.push(...leaveOut(crawl, href.trim(), skip('not_a_web_address')));
    else if (isNofollow || facts.isNofollow) keepUnfollowed(crawl, url);
    else if (links.has(url.href)) continue;
    else if (links.size >= limits.linksPerPage) {
      events.push(...leaveOut(crawl, `Further links on ${shortAddress(page)}`, skip('too_many_links')));
      break;
    } else {
      if (isSameSite(url, page)) links.add(url.href);
      events.push(...offer(crawl, url, depth + 1));
    }
  }
  return { events, links: [...links] };
};
