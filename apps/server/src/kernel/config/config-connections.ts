import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { variableNotes } from './config-kinds.ts';

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
