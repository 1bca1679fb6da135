import { afterAll, beforeAll } from 'vitest';
import { createParserPool, type ImageHandling, type ParserPoolOptions } from '../src/process/index.ts';
import { makeFolder, type Outcome, parseAll } from './files.ts';

/** Parses documents for one test file in a parser process, and cleans up afterwards. */
export const useReader = (options: ParserPoolOptions = {}) => {
  const pool = createParserPool({ concurrency: 1, ...options });
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(async () => {
    await pool.close();
    await folder.remove();
  });
  return async (name: string, content: Buffer | string, imageHandling?: ImageHandling): Promise<Outcome> =>
    parseAll(pool, { ...(await folder.write(name, content)), ...(imageHandling ? { imageHandling } : {}) });
};
