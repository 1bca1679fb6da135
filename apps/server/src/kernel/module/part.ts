import type { Readable } from 'node:stream';

/** One part of a multipart body, in the order in which it was sent. A file must be read to its end before the next part arrives. */
export type Part =
  | { kind: 'field'; name: string; value: string }
  | {
      kind: 'file';
      name: string;
      filename: string;
      mimeType: string;
      stream: Readable;
      truncated: () => boolean;
    };
