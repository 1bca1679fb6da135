import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when the answer goes to a program, or to a script of our own pages. A browser also requests pictures, frames and links with the
 * cookies of the session, and no script reads those answers; browsers before 2023 show this only in `accept`.
 */
export const isReadByScript = (headers: IncomingHttpHeaders): boolean => {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, accept } = headers;
  return (
    (site === undefined || site === 'same-origin') &&
    (destination === undefined || destination === 'empty') &&
    !/image\/|text\/html|text\/css/.test(accept ?? '')
  );
};
