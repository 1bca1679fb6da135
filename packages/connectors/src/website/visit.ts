import { addressKey, isSameSite, readAddress } from './address.ts';
import { type Skip, skip } from './frontier/skips.ts';
import { readAnswer, skipped, type Validators, type Visit } from './read-answer.ts';
import { drop, isSpent, request, toSkip, type Way } from './request.ts';
import type { SiteRobots } from './robots/robots.ts';

export interface Visitor {
  way: Way;
  site: URL;
  robots: SiteRobots;
  /** Returns the validators from the last sync, by the key of an address. */
  validatorsOf: (key: string) => Validators | undefined;
}

const conditions = (known: Validators | undefined): Record<string, string> => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
});

const loginPath = /\/(log-?in|sign-?in|sso|oauth2?|auth)(\/|$|\.)/i;

/** Returns why an address must not be requested; undefined when it may be. It is called before every request. */
const refusalBefore = async (visitor: Visitor, url: URL): Promise<Skip | undefined> => {
  if (url.href.length > visitor.way.limits.addressLength) return skip('too_long');
  if (!isSameSite(url, visitor.site)) return skip('other_site', `It leads to another site: ${url.host}.`);
  return isSpent(visitor.way) ? skip('over_budget') : visitor.robots.findRefusal(url);
};

/** The address to continue with, as written, and the address that it is relative to. */
interface Onward {
  target: string;
  from: URL;
}

const readRedirect = ({ status, headers }: Response): string =>
  [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? '') : '';

/** Recognises a page that redirects at once. A page that only reloads itself is kept. */
const findRefreshTarget = (answer: Visit): Onward | undefined => {
  if (answer.kind !== 'page' || answer.facts.refresh === '') return undefined;
  const target = answer.facts.refresh;
  const from = readAddress(answer.facts.base, answer.url) ?? answer.url;
  const next = readAddress(target, from);
  return next && addressKey(next) === addressKey(answer.url) ? undefined : { target, from };
};

/** Requests one address. Returns its content, or the address to continue with. */
const step = async (visitor: Visitor, url: URL): Promise<Visit | Onward> => {
  const known = visitor.validatorsOf(addressKey(url));
  const response = await request(visitor.way, url, conditions(known));
  if (response.status === 304 && known) return { kind: 'unchanged', url };
  const moved = readRedirect(response);
  if (moved !== '') {
    await drop(response);
    return { target: moved, from: url };
  }
  const answer = await readAnswer(visitor.way, url, response);
  return findRefreshTarget(answer) ?? answer;
};

const follow = (answer: Onward, start: URL): URL | Skip => {
  const next = readAddress(answer.target, answer.from);
  if (!next)
    return skip('blocked_address', `It leads to ${answer.target.slice(0, 100)}, which is no web address.`);
  const isLogin = loginPath.test(next.pathname) && !loginPath.test(start.pathname);
  return isLogin ? skip('login_needed') : next;
};

/** Reads an address and follows redirects within the site. Throws only when the sync is aborted. */
export const visit = async (visitor: Visitor, start: URL): Promise<Visit> => {
  let url = start;
  try {
    for (let hop = 0; hop <= visitor.way.limits.redirects; hop += 1) {
      const refusal = await refusalBefore(visitor, url);
      if (refusal) return skipped(start, refusal);
      const answer = await step(visitor, url);
      if ('kind' in answer) return answer;
      const next = follow(answer, start);
      if (!(next instanceof URL)) return skipped(start, next);
      url = next;
    }
    return skipped(start, skip('too_many_redirects'));
  } catch (error) {
    return skipped(start, toSkip(error, visitor.way.io.signal));
  }
};
