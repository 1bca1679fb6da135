import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Confinement,
  createParserPool,
  findParserConfinement,
  type ParserPool,
} from '@atelier/documents/process';
import { defineService } from '../../../../kernel/services/services.ts';

/** In the bundle, the parser's entry point lies next to the server's. In the source tree, the package finds its own. */
const bundledEntry = fileURLToPath(new URL('./parser-child.js', import.meta.url));

const entry: { childEntry?: string } = existsSync(bundledEntry) ? { childEntry: bundledEntry } : {};

/** Returns how well this system can isolate the child processes that read documents. */
export const parserConfinement = (): Promise<Confinement> => findParserConfinement(entry.childEntry);

/** The child processes that parse documents. The server process itself never parses any. */
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

/** A separate child process for previews, so that a preview waits neither for imports nor for a long document. */
export const previewParsers = defineService<ParserPool>({
  name: 'knowledge.preview-parsers',
  create: () => createParserPool({ concurrency: 1, heapMb: 256, deadlineMs: 15_000, ...entry }),
  close: (pool) => pool.close(),
});
