import type { Block } from '../block.ts';
import type { Format } from '../format/formats.ts';
import type { Mail } from '../mail/mail.ts';
import type { DocumentNote, ImageHandling, Lane, TextEncoding } from '../process/wire.ts';

/** A file that has passed all checks, with callbacks for progress. */
export type Source = {
  path: string;
  name: string;
  /** The size in bytes. */
  size: number;
  format: Format;
  imageHandling: ImageHandling;
  /** The encoding with which a text file is read. Without it, the encoding is detected. */
  encoding?: string | undefined;
  /** Reports the share of the file that has been read, 0…1. */
  progress(fraction: number): void;
  /** Reports the number of pages or slides, as soon as it is known. */
  pages(count: number): void;
  note(note: DocumentNote): void;
  /** Reports the encoding in which a text file is read. */
  readAs(encoding: TextEncoding): void;
  /** Reports the fields of a mail. */
  mail(mail: Mail): void;
  /** True when the bytes of attachments are wanted. */
  attachments: boolean;
  /** Hands over the next bytes of an attachment; resolves when more may follow. */
  attachment(place: number, bytes: Uint8Array): Promise<void>;
  /** Resolves when this document may work in the lane. Parsers call it between slices of work, so that others can work too. */
  turn(lane: Lane): Promise<void>;
};

/** Parses one format. Loads its library on first use to save memory. */
export type Parser = (source: Source) => AsyncIterable<Block>;
