import { ConnectorError } from '../../connector.ts';
import type { Visit } from '../read-answer.ts';
import type { Skip } from './skips.ts';

const codes = {
  blocked_address: 'sources.blocked',
  robots: 'sources.refused',
  login_needed: 'sources.refused',
  refused: 'sources.refused',
  other_site: 'sources.invalid_settings',
  not_found: 'sources.not_found',
  too_large: 'sources.too_large',
  server_error: 'sources.unreachable',
  busy: 'sources.unreachable',
  unreachable: 'sources.unreachable',
  too_many_redirects: 'sources.unexpected_answer',
  bad_sitemap: 'sources.unexpected_answer',
} as const;

const hasCode = (code: string): code is keyof typeof codes => code in codes;

/** Converts the failure of the first address to an error, because there is nothing else to report. */
export const failure = (url: URL, { code, reason }: Skip): ConnectorError | undefined => {
  if (!hasCode(code)) return undefined;
  const retryable = codes[code] === 'sources.unreachable';
  return new ConnectorError(codes[code], `${url.href} cannot be read. ${reason}`, { retryable });
};

/** Throws when the user's own address leads nowhere. @throws ConnectorError */
export const failIfLost = (url: URL, answer: Visit) => {
  const lost = answer.kind === 'skipped' ? failure(url, answer.skip) : undefined;
  if (lost) throw lost;
};
