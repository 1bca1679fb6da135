import { ConnectorError } from '../connector.ts';
import type { Answer } from './answer.ts';

export interface Paging {
  pagination: 'NONE' | 'PAGE' | 'CURSOR' | 'LINK';
  pageParameter: string;
  firstPage: number;
  cursorParameter: string;
}

/** The result of one page. */
export interface Page {
  url: URL;
  answer: Answer;
  /** The name of the next page according to the reply; empty when it names none. */
  cursor: string;
  records: number;
  /** True when at least one record was not on an earlier page. */
  isNew: boolean;
}

/** The most pages of one sync; a source with more is considered broken. */
export const mostPages = 2000;

const linkTo = (header: string, base: URL): URL | undefined => {
  for (const part of header.split(/,(?=\s*<)/)) {
    const [, address = '', rest = ''] = /^\s*<([^>]*)>(.*)$/s.exec(part) ?? [];
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b|[^\s";,]*\bnext\b)/i.test(rest) && URL.canParse(address, base.href))
      return new URL(address, base);
  }
  return undefined;
};

const withParameter = (url: URL, name: string, value: string): URL => {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next;
};

const nextByLink = ({ answer, url }: Page): URL | undefined => {
  const next = linkTo(answer.headers.get('link') ?? '', url);
  if (next && next.origin !== url.origin)
    throw new ConnectorError(
      'sources.unexpected_answer',
      `${url.host} names a next page on another site (${next.host}). Secrets stay with their site, so it is not followed.`,
    );
  return next;
};

/**
 * Returns a function that gives the address of the next page; undefined after the last one. Throws ConnectorError when pages
 * repeat.
 */
export const createPager = (paging: Paging) => {
  const seen = new Set<string>();
  let page = paging.firstPage;
  const follow = (current: Page): URL | undefined => {
    if (paging.pagination === 'LINK') return nextByLink(current);
    if (paging.pagination === 'CURSOR') {
      const { cursor } = current;
      return cursor === '' || cursor === 'false'
        ? undefined
        : withParameter(current.url, paging.cursorParameter, cursor);
    }
    // A source without pages answers with the same records again.
    if (paging.pagination === 'NONE' || current.records === 0 || !current.isNew) return undefined;
    page += 1;
    return withParameter(current.url, paging.pageParameter, String(page));
  };
  return {
    first: (url: URL): URL =>
      paging.pagination === 'PAGE' ? withParameter(url, paging.pageParameter, String(page)) : url,
    next: (current: Page): URL | undefined => {
      seen.add(current.url.href);
      const next = follow(current);
      if (!next) return undefined;
      if (seen.has(next.href) || seen.size >= mostPages)
        throw new ConnectorError(
          'sources.unexpected_answer',
          `The pages of ${next.host} lead round in a circle. Please check how the source says where the next page is.`,
        );
      return next;
    },
  };
};
