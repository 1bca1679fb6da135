import { existsSync, openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import { type Block, DocumentError, type Unread } from '@atelier/documents';
import {
  type Confinement,
  createParserPool,
  findParserConfinement,
  type ParserPool,
  type TextEncoding,
} from '@atelier/documents/process';
import type { SpokenLine } from '@atelier/models/transcription';
import type { DocumentNames } from '@atelier/retrieval/naming';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { createBreather } from '../../../../kernel/compute/breather.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { pathOfFile } from '../../files/index.ts';
import { removeWaitingSegments } from '../../indexing/index.ts';
import { transcription } from '../../models/index.ts';
import { describePicture, type MediaWork, payOnce } from '../media/describe-picture.ts';
import { contentRepository } from '../repository/content.ts';
import type { importRepository } from '../repository/imports.ts';
import { applyCorrections } from '../writing/apply-corrections.ts';
import { type Collected, createDocumentWriter } from '../writing/document-writer.ts';
import type { ImportWork } from './load-import-work.ts';

/** The approximate length of a section in seconds: long enough to read, short enough to find by listening. */
const stretch = { usual: 15, most: 40 };

const endsSentence = /[.!?…。！？]["”’)]*$/;

/** Converts a transcript into paragraphs, each with the second at which it begins. */
const spokenBlocks = (lines: readonly SpokenLine[]): Block[] => {
  const blocks: Block[] = [];
  let open: { start: number; text: string } | undefined;
  const close = () => {
    if (open) blocks.push({ kind: 'paragraph', text: open.text, second: Math.floor(open.start) });
    open = undefined;
  };
  for (const { start, text } of lines) {
    const length = open ? start - open.start : 0;
    const isOver = open && length >= stretch.usual && endsSentence.test(open.text);
    if (isOver || length >= stretch.most) close();
    if (open) open.text += ` ${text}`;
    else open = { start, text };
  }
  close();
  return blocks;
};

const SpokenLines = z.array(z.object({ start: z.number(), text: z.string() }));

/** Transcribes the file. Returns paragraphs with the second at which each begins. */
const transcribeFile = async (
  run: RunContext,
  { import: row, file, path }: MediaWork,
  { seconds }: { seconds: number | null },
): Promise<Block[]> => {
  const key = { importId: row.id, sha256: row.sha256, part: 'transcript' };
  const text = await payOnce(run, key, async () => {
    const found = (await transcription.findModel(run.ctx)) ?? fail('knowledge.transcription_unavailable');
    const { lines, settle } = await transcription.transcribe(run.ctx, found, {
      recording: await openAsBlob(path),
      name: file.name,
      seconds: seconds ?? transcription.secondsOfSize(file),
      reference: `import ${row.id}`,
      knowledgeBaseId: row.knowledgeBaseId,
      signal: run.signal,
    });
    return { text: JSON.stringify(lines), settle };
  });
  const blocks = spokenBlocks(SpokenLines.parse(parseMeasures(text)));
  if (blocks.length === 0) throw new DocumentError('documents.nothing_said');
  return blocks;
};

/** In the bundle, the parser's entry point is next to the server's. In the source tree, the package finds its own. */
const bundledEntry = fileURLToPath(new URL('./parser-child.js', import.meta.url));

const entry: { childEntry?: string } = existsSync(bundledEntry) ? { childEntry: bundledEntry } : {};

/** Returns how well this system can isolate the child processes that read documents. */
const confinement = (): Promise<Confinement> => findParserConfinement(entry.childEntry);

/** The child processes that parse documents. The server process itself never parses any. */
const importParsers = defineService<ParserPool>({
  name: 'knowledge.parsers',
  create: ({ config: { concurrency }, workAccount }) =>
    createParserPool({
      account: workAccount,
      concurrency: concurrency.parser,
      recognitionConcurrency: concurrency.recognition,
      documents: concurrency.worker,
      ...entry,
    }),
  close: (pool) => pool.close(),
});

/** A separate child process for previews, so that a preview waits neither for imports nor for a long document. */
const previewParsers = defineService<ParserPool>({
  name: 'knowledge.preview-parsers',
  create: ({ workAccount }) =>
    createParserPool({
      account: workAccount,
      concurrency: 1,
      // One after the other, each with its own time.
      attachments: 10,
      heapMb: 256,
      deadlineMs: 15_000,
      ...entry,
    }),
  close: (pool) => pool.close(),
});

/** A separate child process for the files of visitors, so that strangers keep nobody else waiting. */
const visitorParsers = defineService<ParserPool>({
  name: 'knowledge.visitor-parsers',
  create: ({ workAccount }) =>
    createParserPool({
      account: workAccount,
      concurrency: 1,
      // One after the other, each with its own time.
      attachments: 10,
      heapMb: 256,
      deadlineMs: 30_000,
      ...entry,
    }),
  close: (pool) => pool.close(),
});

/** The child processes that parse files. */
export const parsers = {
  forImports: importParsers,
  forPreviews: previewParsers,
  forVisitors: visitorParsers,
  confinement,
};

const read = (run: RunContext, work: MediaWork, block: Block, unread: Unread): Promise<Block[]> =>
  unread.kind === 'recording'
    ? transcribeFile(run, work, unread)
    : describePicture(run, work, { ...unread, page: block.page });

/**
 * Yields the blocks of a document, with recordings transcribed and pictures described by models. Throws
 * `knowledge.transcription_unavailable`, `knowledge.vision_unavailable`, `billing.credits_too_low`, the failures of the
 * models, and DocumentError when nothing was read.
 */
export async function* readByModels(
  run: RunContext,
  work: MediaWork,
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Block> {
  let isEmpty = true;
  for await (const block of blocks) {
    const shown = block.unread === undefined ? [block] : await read(run, work, block, block.unread);
    isEmpty &&= shown.length === 0;
    yield* shown;
  }
  if (isEmpty) throw new DocumentError('documents.no_text', 'nothing from the model');
}

/** The share of an import's progress that reading accounts for when embedding follows. */
const readingShare = 0.5;
/** A document that is read within this time shows no progress, because each update is a write to the database. */
const quietMs = 300;

const startAnew = (run: RunContext, { key }: ImportWork): Promise<void> =>
  run.write(async (tx) => {
    await removeWaitingSegments(tx, key);
    await contentRepository.removeDocument(tx.db, key);
  });

const joinNotes = (notes: readonly string[]): string | null =>
  notes.length === 0 ? null : [...new Set(notes)].join(' ');

/**
 * Describes the progress by page. `of` is the number of pages, if the parser knows it; `page` is null for a text without
 * pages.
 */
const readingStage = (page: number | null, of: number | null, waits: boolean): string => {
  if (waits) return behindOthers;
  if (page === null) return 'Reading';
  const at = `Reading page ${page.toLocaleString('en')}`;
  return of === null ? at : `${at} of ${of.toLocaleString('en')}`;
};

/**
 * Shows the parser's progress regularly, even before the first block. Returns a function that stops it. A failed update
 * does not stop the import.
 */
const showProgress = (
  run: RunContext,
  now: () => { fraction: number; page: number | null; of: number | null; waits: boolean },
) => {
  // A document that waits for a parser has nothing to show yet.
  let shown = JSON.stringify({ fraction: 0, page: null, of: null, waits: false });
  const show = async () => {
    const at = now();
    if (JSON.stringify(at) === shown) return;
    shown = JSON.stringify(at);
    await run.progress(at.fraction, readingStage(at.page, at.of, at.waits));
  };
  const timer = setInterval(() => void show().catch(() => undefined), quietMs);
  return () => clearInterval(timer);
};

/** A document that was read: its parts that are not yet stored, and its known properties. */
export interface ReadResult {
  rest: Collected;
  /** True when no part is stored yet. */
  isWhole: boolean;
  /** The names of their document in the chunks that are not stored yet. */
  names: DocumentNames | null;
  facts: Parameters<typeof importRepository.showRead>[1][number];
}

/**
 * Parses the file in a child process, and stores sections, chunks and their lexical segments in batches; a small document is not stored at
 * all yet. The rows of an unfinished attempt are deleted first. Throws DocumentError.
 */
export const readDocument = async (run: RunContext, work: ImportWork): Promise<ReadResult> => {
  const { key, index, file } = work;
  if (work.isBegun) await startAnew(run, work);
  const share = index.embeddingModelId === null ? 1 : readingShare;
  const writer = createDocumentWriter(key, index, work.import.name);
  const breathe = createBreather();
  const goThrough = async (steps: Iterable<{ isFull: boolean }>) => {
    for (const { isFull } of steps) {
      await breathe();
      if (isFull) await run.write((tx) => writer.write(tx));
    }
  };
  const notes: string[] = [];
  const { encoding: known } = work.import;
  let encoding: TextEncoding | null = null;
  let fraction = 0;
  let of: number | null = null;
  let waits = false;
  const path = await pathOfFile(run.ctx, file);
  const parsed = run.ctx.use(parsers.forImports).parse({
    path,
    name: file.name,
    owner: run.ctx.tenantId,
    imageHandling: work.imageHandling,
    encoding: known?.sure === 'chosen' ? known.name : undefined,
    signal: run.signal,
    onWaits: (isWaiting) => {
      waits = isWaiting;
    },
    onProgress: (done) => {
      fraction = done;
    },
    onPages: (count) => {
      of = count;
    },
    onNote: ({ message }) => notes.push(message),
    onEncoding: (used) => {
      encoding = used;
    },
  });
  const asFound = readByModels(run, { ...work, path }, parsed);
  const blocks = applyCorrections(asFound, work.import.corrections, (note) => notes.push(note));
  const stopShowing = showProgress(run, () => ({
    fraction: fraction * share,
    page: writer.facts.pageCount,
    of,
    waits,
  }));
  try {
    for await (const block of blocks) await goThrough(writer.push(block));
    await goThrough(writer.end());
  } finally {
    stopShowing();
  }
  const { facts, isWhole, names } = writer;
  const { id, version: shownVersion } = work.import;
  const read = { ...facts, id, shownVersion, chunkedFor: index.id, note: joinNotes(notes), encoding };
  return { rest: writer.take(), isWhole, names, facts: read };
};
