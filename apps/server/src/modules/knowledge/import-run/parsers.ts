import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createParserPool, type ParserPool } from '@atelier/documents';
import { defineService } from '../../../kernel/services.ts';

/** In the bundle the parser's entry lies beside the server's; in the sources the package knows its own. */
const bundledEntry = fileURLToPath(new URL('./parser-child.js', import.meta.url));

const entry = existsSync(bundledEntry) ? { childEntry: bundledEntry } : {};

/** The child processes that read documents; the server itself never does. */
export const parsers = defineService<ParserPool>({
  name: 'knowledge.parsers',
  create: ({ config: { concurrency } }) =>
    createParserPool({
      concurrency: concurrency.parser,
      recognitionConcurrency: concurrency.recognition,
      ...entry,
    }),
  close: (pool) => pool.close(),
});

/** A child of its own for previews: who looks at one does not wait behind an import, nor for a long document. */
export const previewParsers = defineService<ParserPool>({
  name: 'knowledge.preview-parsers',
  create: () => createParserPool({ concurrency: 1, heapMb: 256, deadlineMs: 15_000, ...entry }),
  close: (pool) => pool.close(),
});
