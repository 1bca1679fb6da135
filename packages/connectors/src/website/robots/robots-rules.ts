import robotsParser from 'robots-parser';

/** The first word of the user agent, which is our name in robots.txt. */
export const productToken = 'Atelier';
export const userAgent = `${productToken} (knowledge base import)`;

export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** The pause between two requests that the site asks for, in milliseconds. */
  delayMs: number;
  /** The addresses of sitemaps, as written. */
  sitemaps: readonly string[];
}

const mostStars = 5;
const mostStarRules = 200;
const longestStarRule = 300;

/**
 * Shortens rules that would take long to match. A rule beyond these limits is cut at its first star: a cut prohibition forbids
 * more than before, and a cut permission is left out, so that nothing forbidden is read.
 */
const tameRules = (text: string): string => {
  let starRules = 0;
  const tame = (line: string) => {
    const [, name = '', pattern = ''] = /^\s*(allow|disallow)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const stars = pattern.split('*').length - 1;
    if (name === '' || stars === 0) return line.slice(0, 4_000);
    starRules += 1;
    const isTame = stars <= mostStars && pattern.length <= longestStarRule && starRules <= mostStarRules;
    if (isTame) return line;
    return name.toLowerCase() === 'allow' ? '' : `disallow: ${pattern.slice(0, pattern.indexOf('*')) || '/'}`;
  };
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map(tame)
    .join('\n');
};

/** Parses a robots.txt. @param address of the robots.txt itself; its rules apply to that host, scheme and port */
export const readRobots = (address: URL, text: string): RobotsRules => {
  const parsed = robotsParser(address.href, tameRules(text));
  return {
    isAllowed: (url) => parsed.isAllowed(url.href, productToken) !== false,
    delayMs: Math.max(0, parsed.getCrawlDelay(productToken) ?? 0) * 1000,
    sitemaps: parsed.getSitemaps(),
  };
};

/** Reads `noindex` and `nofollow` from X-Robots-Tag, if they are meant for all programs or for this one. */
export const readRobotsHeader = (header: string | null): { isNoindex: boolean; isNofollow: boolean } => {
  let agent = '';
  const words = new Set<string>();
  for (const part of (header ?? '').toLowerCase().slice(0, 2_000).split(',')) {
    const [, named, rest] = /^\s*([\w-]+)\s*:(.*)$/.exec(part) ?? [];
    // A name applies to all words up to the next name. `unavailable_after: …` and similar directives are not names of programs.
    const isName = named !== undefined && !/^(unavailable_after|max-)/.test(named);
    if (isName) agent = named;
    const word = (isName ? (rest ?? '') : part).trim();
    if (agent === '' || agent === productToken.toLowerCase()) words.add(word);
  }
  return {
    isNoindex: words.has('noindex') || words.has('none'),
    isNofollow: words.has('nofollow') || words.has('none'),
  };
};
