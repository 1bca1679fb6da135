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
