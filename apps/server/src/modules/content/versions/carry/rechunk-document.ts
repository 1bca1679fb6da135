import { type Block, DocumentError } from '@atelier/documents';
import { type Chunk, createChunker, createPreprocessor } from '@atelier/documents/chunking';
import { createBreather } from '../../../../kernel/compute/breather.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { StorageError } from '../../../../kernel/storage/storage.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import type { ChunkRow, NewSection, SectionRow } from '../../documents/declarations.ts';
import {
  chunkWriting,
  documentText,
  findImports,
  findShownFile,
  parsers,
  versionChunks,
} from '../../documents/index.ts';
import { type FileRow, pathOfFile } from '../../files/index.ts';

const manySections = 1_000_000;

/** The task of taking a document over from the active version into another one. */
export interface Carry {
  version: IndexVersionRow;
  activeId: string;
  importId: string;
  /** The document's fingerprint in the active version. */
  wanted: string;
}

/** A document with everything that its new chunks are made from. */
export interface CarriedDocument {
  key: { importId: string; indexVersionId: string; documentVersion: number };
  name: string;
  file: FileRow | undefined;
  sections: SectionRow[];
  /** The document's chunks in the active version. */
  old: ChunkRow[];
}

/** Returns undefined when the document was deleted. */
export const readCarriedDocument = async (
  tx: TxCtx,
  { version, activeId, importId }: Carry,
): Promise<CarriedDocument | undefined> => {
  const [found] = await findImports(tx, [importId]);
  if (!found) return undefined;
  const { shownVersion: documentVersion } = found.import;
  return {
    key: { importId, indexVersionId: version.id, documentVersion },
    name: found.import.name,
    file: await findShownFile(tx, found.import),
    sections: await documentText.listSections(tx, { importId, documentVersion }, manySections),
    old: await versionChunks.list(tx, {
      importId,
      indexVersionId: activeId,
      documentVersion,
    }),
  };
};

type Chunking = IndexVersionRow['chunking'];
type Stored = Pick<SectionRow, 'page' | 'second' | 'startOffset' | 'text'>;

const same = (sections: readonly NewSection[], stored: readonly Stored[]): boolean =>
  sections.length === stored.length &&
  sections.every((section, at) => {
    const other = stored[at];
    return other?.startOffset === section.startOffset && other.text === section.text;
  });

/** Returns the blocks of the file; undefined when they no longer yield the stored text. */
const readFile = async (
  run: RunContext,
  { file, stored }: { file: FileRow; stored: readonly Stored[] },
  { preprocessing }: Chunking,
): Promise<Block[] | undefined> => {
  const preprocessor = createPreprocessor(preprocessing);
  const cutter = chunkWriting.createSectionCutter();
  const breathe = createBreather();
  const sections: NewSection[] = [];
  const blocks: Block[] = [];
  const take = (more: readonly Block[]) => {
    for (const block of more) {
      blocks.push(block);
      sections.push(...cutter.push(block));
    }
  };
  const path = await pathOfFile(run.ctx, file);
  const { ctx, signal } = run;
  for await (const block of ctx
    .use(parsers.forImports)
    .parse({ path, name: file.name, owner: ctx.tenantId, signal })) {
    take(preprocessor.push(block));
    await breathe();
  }
  take(preprocessor.flush());
  sections.push(...cutter.flush());
  return same(sections, stored) ? blocks : undefined;
};

/** Builds blocks from sections, which hold the whole text but do not tell headings and tables apart. */
const toBlocks = (stored: readonly Stored[]): Block[] => {
  const blocks: Block[] = [];
  let end = 0;
  for (const { page, second, startOffset, text } of stored) {
    const last = blocks.at(-1);
    if (last && startOffset === end) last.text += text;
    else
      blocks.push({
        kind: 'paragraph',
        text,
        ...(page === null ? {} : { page }),
        ...(second === null ? {} : { second }),
      });
    end = startOffset + text.length;
  }
  return blocks;
};

/** Splits a document with other settings. Uses its file or, if the file no longer yields the stored text, the stored text. */
export const rechunkDocument = async (
  run: RunContext,
  { file, stored }: { file: FileRow | undefined; stored: readonly Stored[] },
  chunking: Chunking,
): Promise<Chunk[]> => {
  const read =
    file &&
    (await readFile(run, { file, stored }, chunking).catch((error: unknown) => {
      run.signal.throwIfAborted();
      if (error instanceof DocumentError || error instanceof StorageError) return undefined;
      throw error;
    }));
  const chunker = createChunker(chunking);
  const breathe = createBreather();
  const chunks: Chunk[] = [];
  for (const block of read ?? toBlocks(stored)) {
    for (const few of chunker.cut(block)) {
      chunks.push(...few);
      await breathe();
    }
  }
  chunks.push(...chunker.flush());
  return chunks;
};
