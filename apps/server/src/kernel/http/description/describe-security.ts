import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { Json } from './describe-shapes.ts';

/** The ways in which callers prove who they are. */
export const securitySchemes: Json = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a user, made in the account.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_session',
    description: 'The session of a browser.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: 'The token of the session, which every request with its cookie needs that is not a GET.',
  },
  appUser: { type: 'http', scheme: 'bearer', description: 'The token of an invited user of an app.' },
  appUserSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_app_user',
    description: 'The session of an invited user of an app.',
  },
};

/**
 * Returns the ways of proving who calls that an endpoint accepts. What everybody may call needs none, and shows more to those whom it knows, such
 * as a private app.
 */
export const describeSecurity = ({ access, method }: Endpoint): Json[] => {
  const withToken = method === 'GET' ? {} : { csrfToken: [] };
  if ('appUser' in access) return [{ appUser: [] }, { appUserSession: [], ...withToken }];
  const session = { session: [], ...withToken };
  // Calls that concern every company must be made by a person.
  if ('internal' in access) return [session];
  return [...('public' in access ? [{}] : []), { apiKey: [] }, session];
};
