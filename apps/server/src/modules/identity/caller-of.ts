import type { Exchange } from '../../kernel/http/exchange.ts';
import { sessionTokenOf } from './cookies.ts';
import type { Caller } from './service/open-session.ts';

type Request = Pick<Exchange, 'address' | 'headers' | 'origin'>;

/** What a sign-in needs to know of its request. */
export const callerOf = ({ address, headers, origin }: Request): Caller => ({
  address,
  userAgent: headers['user-agent'],
  sessionToken: sessionTokenOf(headers.cookie),
  origin,
});
