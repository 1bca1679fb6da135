import type { Exchange } from '../../../kernel/module/exchange.ts';
import type { ServiceDefinition } from '../../../kernel/services/services.ts';
import { sessionCookies } from './request/cookies.ts';
import type { Caller } from './service/sessions/open-session.ts';

type Request = Pick<Exchange, 'address' | 'headers' | 'origin'>;
type Using = { use<T>(service: ServiceDefinition<T>): T };

/** Returns the details of the request that a sign-in needs. */
export const toCaller = (ctx: Using, { address, headers, origin }: Request): Caller => ({
  address,
  userAgent: headers['user-agent'],
  cookies: headers.cookie,
  sessionToken: ctx.use(sessionCookies).tokenOf(headers.cookie),
  origin,
});
