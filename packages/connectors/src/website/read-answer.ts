import { decodePage } from './charset.ts';
import { fileKind, isPageType, mayHaveText, parseCharset, parseMediaType } from './file-kind.ts';
import { type Skip, skip } from './frontier/skips.ts';
import { type PageFacts, readPage, readRefresh } from './read-page.ts';
import { drop, readBody, type Way } from './request.ts';
import { readRobotsHeader } from './robots/robots-rules.ts';

/** The values with which the next sync asks whether a page has changed. */
export interface Validators {
  etag: string;
  lastModified: string;
}

export type Visit =
  | { kind: 'page'; url: URL; facts: PageFacts; bytes: Uint8Array; validators: Validators }
  | {
      kind: 'document';
      url: URL;
      ending: string;
      bytes: Uint8Array;
      isNoindex: boolean;
      validators: Validators;
    }
  | { kind: 'unchanged'; url: URL }
  | { kind: 'skipped'; url: URL; skip: Skip };

export const skipped = (url: URL, reason: Skip): Visit => ({ kind: 'skipped', url, skip: reason });

const validatorsIn = ({ headers }: Response): Validators => {
  const short = (name: string) => {
    const value = headers.get(name) ?? '';
    return value.length <= 200 ? value : '';
  };
  return { etag: short('etag'), lastModified: short('last-modified') };
};

const refusals = new Map<number, Skip>([
  [401, skip('login_needed')],
  [407, skip('login_needed')],
  [404, skip('not_found')],
  [410, skip('not_found')],
  [429, skip('busy')],
  [503, skip('busy')],
  [204, skip('empty')],
  [205, skip('empty')],
]);

/** Returns why a status brings no document. */
const findStatusRefusal = ({ status }: Response): Skip | undefined => {
  const known = refusals.get(status);
  if (known || status < 300) return known;
  const isOurs = status >= 400 && status < 500;
  return isOurs
    ? skip('refused', `The site refused to show this page (${status}).`)
    : skip('server_error', `The site answered ${status}. It is tried again at the next reading.`);
};

interface Answer {
  url: URL;
  response: Response;
  bytes: Uint8Array;
}

const asPage = async ({ url, response, bytes: sent }: Answer): Promise<Visit> => {
  const { html, bytes } = decodePage(sent, parseCharset(response.headers.get('content-type')));
  const facts = await readPageFacts(html);
  if (!facts) return skipped(url, skip('not_a_page', 'Its elements are nested too deep to be a page.'));
  const { isNoindex, isNofollow } = readRobotsHeader(response.headers.get('x-robots-tag'));
  facts.refresh ||= readRefresh(response.headers.get('refresh') ?? '');
  facts.isNoindex ||= isNoindex;
  facts.isNofollow ||= isNofollow;
  return { kind: 'page', url, facts, bytes, validators: validatorsIn(response) };
};

const asDocument = ({ url, response, bytes }: Answer, ending: string): Visit => {
  const { isNoindex } = readRobotsHeader(response.headers.get('x-robots-tag'));
  return { kind: 'document', url, ending, bytes, isNoindex, validators: validatorsIn(response) };
};

/** Reads the body of a reply that is not a redirect. @throws the errors of `fetch` */
export const readAnswer = async (way: Way, url: URL, response: Response): Promise<Visit> => {
  const type = parseMediaType(response.headers.get('content-type'));
  const refusal = findStatusRefusal(response) ?? (mayHaveText(type) ? undefined : skip('not_a_page'));
  if (refusal) {
    await drop(response);
    return skipped(url, refusal);
  }
  const { pageBytes, documentBytes } = way.limits;
  const bytes = await readBody(way, response, isPageType(type) ? pageBytes : documentBytes);
  if (!bytes) return skipped(url, skip('too_large'));
  if (bytes.length === 0) return skipped(url, skip('empty'));
  const kind = fileKind(bytes, type, url);
  if (kind.kind === 'other') return skipped(url, skip('not_a_page'));
  const answer = { url, response, bytes };
  return kind.kind === 'page' ? asPage(answer) : asDocument(answer, kind.ending);
};

const readPageFacts = async (html: string): Promise<PageFacts | undefined> => {
  try {
    return await readPage(html);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
