import { isSameSite, readAddress } from '../address.ts';
import { type Skip, skip } from '../frontier/skips.ts';
import { drop, readStart, request, toSkip, type Way } from '../request.ts';
import { type RobotsRules, readRobots } from './robots-rules.ts';

/** The rules of one host, or the reason why it must not be read at all. */
export type Robots = { rules: RobotsRules } | { refusal: Skip };

const none = (address: URL): Robots => ({ rules: readRobots(address, '') });

/** Interprets the reply by RFC 9309: a missing file permits everything, and a failing server permits nothing. */
const answered = async (way: Way, address: URL, response: Response): Promise<Robots> => {
  if (response.ok) {
    const { bytes } = await readStart(way, response, way.limits.robotsBytes);
    return { rules: readRobots(address, new TextDecoder().decode(bytes)) };
  }
  await drop(response);
  if (response.status === 429 || response.status >= 500)
    return { refusal: skip('busy', `${address.href} answered ${response.status}. Try again later.`) };
  return none(address);
};

/** Follows redirects within the site. One that leads elsewhere counts as a missing file. */
const load = async (way: Way, address: URL): Promise<Robots> => {
  let url = address;
  for (let hop = 0; hop <= way.limits.redirects; hop += 1) {
    const response = await request(way, url);
    const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
    if (!location) return answered(way, address, response);
    await drop(response);
    const next = readAddress(location, url);
    if (!next || !isSameSite(next, address)) return none(address);
    url = next;
  }
  return none(address);
};

/** Reads the robots.txt of each host of a site once. */
export const createRobots = (way: Way) => {
  const loaded = new Map<string, Promise<Robots>>();
  const read = async (origin: string): Promise<Robots> => {
    const robots = await load(way, new URL('/robots.txt', origin)).catch(
      (error: unknown): Robots => ({ refusal: toSkip(error, way.io.signal) }),
    );
    if ('rules' in robots) way.pace.slowTo(Math.min(robots.rules.delayMs, way.limits.longestPauseMs));
    return robots;
  };
  const of = (url: URL): Promise<Robots> => {
    const known = loaded.get(url.origin) ?? read(url.origin);
    loaded.set(url.origin, known);
    return known;
  };
  return {
    of,
    /** Returns why an address must not be read; undefined when it may be. */
    findRefusal: async (url: URL): Promise<Skip | undefined> => {
      const robots = await of(url);
      if ('refusal' in robots) return robots.refusal;
      return robots.rules.isAllowed(url) ? undefined : skip('robots');
    },
  };
};

export type SiteRobots = ReturnType<typeof createRobots>;
