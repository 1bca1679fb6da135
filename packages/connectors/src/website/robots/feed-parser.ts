import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Parser } from 'htmlparser2';

const pieceLength = 64 * 1024;

/** Parses in pieces, so that a large or odd page does not hold up everything else that the server does. */
export const feedParser = async (parser: Parser, text: string): Promise<void> => {
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    if (at + pieceLength < text.length) await othersTurn();
  }
  parser.end();
};
