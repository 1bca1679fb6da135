import type { ReadEnd, SourceEvent } from '../connector.ts';
import { addressKey, readAddress } from './address.ts';
import { followLinks, offer } from './follow-links.ts';
import { type Crawl, leaveOut } from './frontier/crawl-state.ts';
import type { Waiting } from './frontier/frontier.ts';
import { failIfLost } from './frontier/lost.ts';
import { memorise } from './frontier/memory.ts';
import { type Skip, skip } from './frontier/skips.ts';
import { isWanted } from './path-patterns.ts';
import type { Visit } from './read-answer.ts';
import type { PageFacts } from './read-page.ts';
import { isSpent } from './request.ts';
import { hashParts, resolveCanonicalUrl, show } from './show-document.ts';
import { visit } from './visit.ts';

/** Returns why a page that was read is not imported. */
const objectionTo = (crawl: Crawl, url: URL, facts: PageFacts): Skip | undefined => {
  if (facts.isNoindex) return skip('noindex');
  if (facts.needsJavascript) return skip('needs_javascript');
  if (facts.textLength === 0) return skip('empty');
  return isWanted(crawl.choice.patterns, url) ? undefined : skip('excluded');
};

type PageVisit = Extract<Visit, { kind: 'page' }>;

const handlePage = async (crawl: Crawl, waiting: Waiting, answer: PageVisit): Promise<SourceEvent[]> => {
  const { facts } = answer;
  const { events, links } =
    crawl.choice.read === 'links'
      ? followLinks(crawl, facts, answer.url, waiting.depth)
      : { events: [], links: [] };
  const objection = objectionTo(crawl, answer.url, facts);
  if (objection) return [...leaveOut(crawl, waiting.url, objection), ...events];
  const url = await resolveCanonicalUrl(crawl, facts, answer.url);
  const found = { waiting, url, facts, hash: facts.textHash, ending: 'html', answer, links };
  return [...show(crawl, found), ...events];
};

const handleUnchanged = (crawl: Crawl, waiting: Waiting, url: URL): SourceEvent[] => {
  const key = addressKey(url);
  const known = crawl.before.get(key);
  if (known?.externalId === waiting.key && crawl.shown.has(waiting.key)) return [];
  if (!known || crawl.shown.has(known.externalId)) return leaveOut(crawl, waiting.url, skip('duplicate'));
  crawl.shown.add(known.externalId);
  crawl.contents.set(known.hash, url);
  crawl.after.set(key, known);
  const links = crawl.choice.read === 'links' ? known.links.map((link) => readAddress(link)) : [];
  return [
    { kind: 'unchanged', externalId: known.externalId },
    ...links.flatMap((link) => (link ? offer(crawl, link, waiting.depth + 1) : [])),
  ];
};

const handle = async (crawl: Crawl, waiting: Waiting, answer: Visit): Promise<SourceEvent[]> => {
  if (answer.kind === 'skipped') return leaveOut(crawl, waiting.url, answer.skip);
  if (answer.kind === 'unchanged') return handleUnchanged(crawl, waiting, answer.url);
  if (answer.kind === 'page') return handlePage(crawl, waiting, answer);
  if (answer.isNoindex) return leaveOut(crawl, waiting.url, skip('noindex'));
  const { url, bytes, ending } = answer;
  return show(crawl, { waiting, url, facts: undefined, hash: hashParts(bytes), ending, answer, links: [] });
};

/** Reports the pages that were not read, with the reasons. */
const reportRest = (crawl: Crawl): SourceEvent[] => {
  const isFull = crawl.shown.size >= crawl.choice.pages;
  const reason = skip(isFull ? 'over_limit' : 'over_budget');
  const rest = crawl.frontier.rest().flatMap(({ url }) => leaveOut(crawl, url, reason));
  const unfollowed = [...crawl.unfollowed]
    .filter(([key]) => !crawl.frontier.has(key))
    .flatMap(([, url]) => leaveOut(crawl, url, skip('nofollow')));
  return [...rest, ...unfollowed, ...crawl.report.rest()];
};

/** Reads the waiting pages two at a time and yields them in the order in which they were found. */
export async function* runCrawl(crawl: Crawl): AsyncGenerator<SourceEvent, ReadEnd> {
  const { frontier, visitor, choice, shown } = crawl;
  const { atOnce } = visitor.way.limits;
  const underWay: { waiting: Waiting; answer: Promise<Visit> }[] = [];
  let total = -1;
  const take = () => {
    const isOpen = underWay.length < atOnce && shown.size + underWay.length < choice.pages;
    const waiting = isOpen && !isSpent(visitor.way) ? frontier.take(underWay.length === 0) : undefined;
    if (!waiting) return false;
    const answer = visit(visitor, waiting.url);
    // An abort is thrown where the answer is awaited. Until then it must not count as an unhandled rejection.
    answer.catch(() => undefined);
    underWay.push({ waiting, answer });
    return true;
  };
  for (;;) {
    while (take());
    const next = underWay.shift();
    if (!next) break;
    const answer = await next.answer;
    if (next.waiting.url === crawl.visitor.site) failIfLost(next.waiting.url, answer);
    yield* await handle(crawl, next.waiting, answer);
    const count = Math.min(choice.pages, shown.size + underWay.length + frontier.size);
    if (count !== total) yield { kind: 'total', count };
    total = count;
  }
  yield* reportRest(crawl);
  // A site that no longer shows any page is more likely broken than empty.
  const isLost = shown.size === 0 && crawl.before.size > 0;
  const memory = isLost ? crawl.before : crawl.after;
  return { isComplete: crawl.isComplete && !isLost, cursor: { read: choice.read, ...memorise(memory) } };
}
