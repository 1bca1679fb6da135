import type { FastifyInstance } from 'fastify';
import { fail } from '../base/errors.ts';

/** The values of `Sec-Fetch-Dest` for code that browsers run: scripts, styles, workers and manifests (Fetch standard). */
const codeDestinations = new Set([
  'audioworklet',
  'manifest',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

/** Addresses that answer with data, much of which customers write. The description of the API has pages and scripts of our own. */
const dataPath = /^\/(?:api(?!\/docs(?:\/|$))|v1|mcp)(?:\/|$)/;

/**
 * Refuses to serve data as code. Pages may run scripts of this origin, and customers decide what some addresses answer, so that no such
 * answer may become a script, a style or a worker, whatever type it claims.
 */
export const refuseAsCode = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers, url }) => {
    const { 'sec-fetch-dest': destination } = headers;
    const [path = ''] = url.split('?', 1);
    if (typeof destination === 'string' && codeDestinations.has(destination) && dataPath.test(path))
      fail('request.not_code');
  });
};
