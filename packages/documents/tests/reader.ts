import { afterAll, beforeAll } from 'vitest';
import { createParserPool, type ImageHandling, type ParserPoolOptions } from '../src/process/index.ts';
import { makeFolder, type Outcome, parseAll } from './files.ts';

/** Reads documents of one test file through a parser process, and tidies up after it. */
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
