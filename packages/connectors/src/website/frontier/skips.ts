import type { SourceEvent } from '../../connector.ts';
import { shortAddress } from '../address.ts';

/** The reasons why an address was left out, as shown in the report. */
const reasons = {
  robots: 'The site’s robots.txt asks not to read this address.',
  noindex: 'The page asks search programs to leave it out (noindex).',
  nofollow: 'The site asks not to follow the links that lead here (nofollow).',
  other_site: 'It belongs to another site. Add a source of its own for it if you want it.',
  not_found: 'The page does not exist any more.',
  login_needed: 'The page can be seen only after signing in.',
  refused: 'The site refused to show this page.',
  server_error: 'The site had a failure of its own. It is tried again at the next reading.',
  busy: 'The site was too busy and asked to come back later. It is tried again at the next reading.',
  unreachable: 'The site did not answer. It is tried again at the next reading.',
  too_large: 'It is too large: pages may have 10 MB, other documents 30 MB.',
  not_a_page: 'It is neither a page nor a document with text.',
  empty: 'The page has no text.',
  needs_javascript: 'This page shows its text only with JavaScript.',
  duplicate: 'It is the same as another page.',
  excluded: 'The paths that you chose leave it out.',
  over_limit: 'The number of pages that you chose was reached before it.',
  over_budget:
    'The site is too large or too slow to be read in one go. It is tried again at the next reading.',
  blocked_address: 'Its address leads to a place that must not be reached.',
  not_a_web_address: 'Only addresses that start with http:// or https:// can be read.',
  too_long: 'Its address is too long.',
  too_many_redirects: 'It leads from one address to the next without an end.',
  too_many_links: 'The page has more links than are followed from one page.',
  too_deep: 'It is more clicks away from the first page than are followed.',
  endless: 'Many addresses differ only in a number, as in a calendar. Name their path to read more of them.',
  bad_sitemap: 'The sitemap could not be read.',
};

export type SkipCode = keyof typeof reasons;
export interface Skip {
  code: SkipCode;
  reason: string;
}

export const skip = (code: SkipCode, reason: string = reasons[code]): Skip => ({ code, reason });

/** Returns true for reasons that may pass. A page left out for one of them does not count as deleted from the site. */
export const isTemporary = ({ code }: Skip) =>
  code === 'server_error' || code === 'busy' || code === 'unreachable' || code === 'over_budget';

type SkippedEvent = Extract<SourceEvent, { kind: 'skipped' }>;

/**
 * The most addresses to remember. A link on all pages is counted once; a site with more links than these is counted roughly.
 */
const mostRemembered = 5_000;

/** Reports left-out addresses one by one up to a number for each reason, and counts the rest. */
export const createSkipReport = (most: number) => {
  const counts = new Map<SkipCode, { count: number; reason: string }>();
  const named = new Set<string>();
  return {
    /** `address` is a text when it could not be parsed. */
    add: (address: URL | string, { code, reason }: Skip): SkippedEvent[] => {
      const url = typeof address === 'string' ? address.slice(0, 200) : address.href;
      const line = `${code} ${url.slice(0, 2_000)}`;
      if (named.has(line)) return [];
      if (named.size < mostRemembered) named.add(line);
      const count = (counts.get(code)?.count ?? 0) + 1;
      counts.set(code, { count, reason });
      if (count > most) return [];
      const name = typeof address === 'string' ? url : shortAddress(address);
      return [{ kind: 'skipped', name, ...(typeof address === 'string' ? {} : { url }), code, reason }];
    },
    rest: (): SkippedEvent[] =>
      [...counts]
        .filter(([, { count }]) => count > most)
        .map(([code, { count, reason }]) => ({
          kind: 'skipped',
          name: `${count - most} more addresses`,
          code,
          reason,
        })),
  };
};

export type SkipReport = ReturnType<typeof createSkipReport>;
