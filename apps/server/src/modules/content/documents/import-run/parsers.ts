import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Confinement,
  createParserPool,
  findParserConfinement,
  type ParserPool,
} from '@atelier/documents';
import { defineService } from '../../../../kernel/services/services.ts';

/** In the bundle the parser's entry lies beside the server's; in the sources the package knows its own. */
const bundledEntry = fileURLToPath(new URL('./parser-child.js', import.meta.url));

const entry: { childEntry?: string } = existsSync(bundledEntry) ? { childEntry: bundledEntry } : {};

/** How far this system keeps the child processes apart that read documents. */
export const parserConfinement = (): Promise<Confinement> => findParserConfinement(entry.childEntry);

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
