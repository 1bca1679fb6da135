import type { SourceEvent } from '../../connector.ts';
import type { WebsiteChoice } from '../settings.ts';
import type { Visitor } from '../visit.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import type { Remembered } from './memory.ts';
import { createSkipReport, isTemporary, type Skip, type SkipReport } from './skips.ts';

/** The state of one crawl of a site. */
export interface Crawl {
  visitor: Visitor;
  choice: WebsiteChoice;
  frontier: Frontier;
  report: SkipReport;
  /** The pages of the last sync, and those for the next one, by the key of the requested address. */
  before: ReadonlyMap<string, Remembered>;
  after: Map<string, Remembered>;
  /** External ids of the pages that have been shown, and the pages by their content. */
  shown: Set<string>;
  contents: Map<string, URL>;
  /** Reported as left out only if no other link leads there. */
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

/** Reports that an address was left out. A temporary reason makes the sync incomplete. */
export const leaveOut = (crawl: Crawl, url: URL | string, reason: Skip): SourceEvent[] => {
  if (isTemporary(reason)) crawl.isComplete = false;
  return crawl.report.add(url, reason);
};
