import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createParserPool, type ParserPool } from '@atelier/documents';
import { defineService } from '../../../kernel/services.ts';

/** In the bundle the parser's entry lies beside the server's; in the sources the package knows its own. */
const bundledEntry = fileURLToPath(new URL('./parser-child.js', import.meta.url));

/** The child processes that read documents; the server itself never does. */
export const parsers = defineService<ParserPool>({
  name: 'knowledge.parsers',
  create: ({ config }) =>
    createParserPool({
      concurrency: config.concurrency.parser,
      ...(existsSync(bundledEntry) ? { childEntry: bundledEntry } : {}),
    }),
  close: (pool) => pool.close(),
});
