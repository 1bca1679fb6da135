import type { Block } from '../block.ts';
import type { Format } from '../formats.ts';
import type { DocumentNote, ImageHandling } from '../wire.ts';

/** A file that passed every check and is about to be read. */
export type Source = {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  format: Format;
  imageHandling: ImageHandling;
  /** Share of the file that has been read, 0…1. */
  progress(fraction: number): void;
  note(note: DocumentNote): void;
};

/** Reads one format. Loads its library on first use, so that only a child that needs it pays. */
export type Parser = (source: Source) => AsyncIterable<Block>;
