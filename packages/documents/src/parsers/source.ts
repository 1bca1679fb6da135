import type { Block } from '../block.ts';
import type { Format } from '../format/formats.ts';
import type { DocumentNote, ImageHandling, Lane } from '../process/wire.ts';

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
  /** How many pages or slides the file has, as soon as that is known. */
  pages(count: number): void;
  note(note: DocumentNote): void;
  /** Resolves when this document may work in a lane; between two slices of work others have their turn. */
  turn(lane: Lane): Promise<void>;
};

/** Reads one format. Loads its library on first use, so that only a child that needs it pays. */
export type Parser = (source: Source) => AsyncIterable<Block>;
