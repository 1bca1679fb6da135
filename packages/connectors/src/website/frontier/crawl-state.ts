import type { SourceEvent } from '../../connector.ts';
import type { WebsiteChoice } from '../settings.ts';
import type { Visitor } from '../visit.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import type { Remembered } from './memory.ts';
import { createSkipReport, isTemporary, type Skip, type SkipReport } from './skips.ts';

/** One reading of one site. */
export interface Crawl {
  visitor: Visitor;
  choice: WebsiteChoice;
  frontier: Frontier;
  report: SkipReport;
  /** Of the last reading, and what the next one will know; both by the key of the address asked for. */
  before: ReadonlyMap<string, Remembered>;
  after: Map<string, Remembered>;
  /** External ids that were shown, and the pages by their content. */
  shown: Set<string>;
  contents: Map<string, URL>;
  /** Left out only if no other link leads there. */
  unfollowed: Map<string, URL>;
  isComplete: boolean;
}

export const startCrawl = (
  visitor: Visitor,
  choice: WebsiteChoice,
  before: ReadonlyMap<string, Remembered>,
): Crawl => {
  const { limits } = visitor.way;
  const isListed = choice.read === 'sitemap' || choice.patterns.include.length > 0;
  return {
    visitor,
    choice,
    frontier: createFrontier(limits, isListed),
    report: createSkipReport(limits.reportedSkips),
    before,
    after: new Map(),
    shown: new Set(),
    contents: new Map(),
    unfollowed: new Map(),
    isComplete: true,
  };
};

/** Says that an address was left out. What may come back later makes the reading incomplete. */
export const leaveOut = (crawl: Crawl, url: URL | string, reason: Skip): SourceEvent[] => {
  if (isTemporary(reason)) crawl.isComplete = false;
  return crawl.report.add(url, reason);
};
