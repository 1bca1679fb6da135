import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { variableNotes, wholeNumber } from './config-kinds.ts';

const limit = (fallback: number, description: string) =>
  wholeNumber(0, 1_000_000, fallback).register(variableNotes, {
    section: 'Safety',
    description: `${description} \`0\` lifts the limit.`,
    expects: 'a whole number from 0 to 1000000',
    fallback: String(fallback),
  });

/** Variables that limit how many resources of one process a single caller may hold. */
export const limits = {
  STREAMS_PER_USER: limit(
    100,
    'Event streams and streamed answers that one user or API key may have open at the same time, in one process.',
  ),
  STREAMS_PER_TENANT: limit(
    500,
    'Event streams and streamed answers that one company, with the visitors of its public apps, may have open at the same time, in one process.',
  ),
  STREAMS_PER_ADDRESS: limit(
    300,
    'Event streams and streamed answers that one network address may have open at the same time, in one process.',
  ),
  CONNECTIONS_PER_ADDRESS: limit(
    500,
    'Network connections that one address may hold open at the same time, in one process. Not used with `TRUST_PROXY`, where every connection comes from the proxy.',
  ),
};

const webAddress = z.url({ protocol: /^https?$/ });

const OauthProvider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/),
  name: z.string().min(1).max(100),
  authorizationUrl: webAddress,
  tokenUrl: webAddress,
  /** The address that returns the account's `email`, `login` or `name`. */
  accountUrl: webAddress.optional(),
  scopes: z.array(z.string().min(1)).default([]),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
});

const parseList = (value: string, context: z.RefinementCtx): unknown => {
  const list = parseJson(value);
  if (list !== undefined) return list;
  context.addIssue({ code: 'custom', message: 'is not JSON' });
  return z.NEVER;
};

/** Variables about outside services at which users authorize connections. */
export const connections = {
  OAUTH_PROVIDERS: z
    .string()
    .transform(parseList)
    .pipe(z.array(OauthProvider))
    .default([])
    .register(variableNotes, {
      section: 'Safety',
      description:
        'Services at which a connection can be authorized with OAuth 2 (PKCE), as JSON: `[{"id":"crm","name":"CRM","authorizationUrl":"…","tokenUrl":"…","scopes":["read"],"clientId":"…","clientSecret":"…"}]`, with `accountUrl` where the service tells whose account it is. Register `/connection-auth` there as the callback address.',
      expects: 'a JSON list of services',
    }),
};
