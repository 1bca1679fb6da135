import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Parser } from 'htmlparser2';

const pieceLength = 64 * 1024;

/** Parses in pieces, so that a large page does not block the server. */
export const feedParser = async (parser: Parser, text: string): Promise<void> => {
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    if (at + pieceLength < text.length) await othersTurn();
  }
  parser.end();
};
