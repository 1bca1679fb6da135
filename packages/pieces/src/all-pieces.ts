import type { Piece } from './piece.ts';
import { delay } from './pieces/delay/delay.ts';
import { input } from './pieces/input/input.ts';
import { manual } from './pieces/manual/manual.ts';
import { schedule } from './pieces/schedule/schedule.ts';
import { utilities } from './pieces/utilities/utilities.ts';
import { webhook } from './pieces/webhook/webhook.ts';

/** Every piece, in the order of the list in which users choose. */
export const allPieces: readonly Piece[] = [webhook, schedule, manual, input, delay, utilities];

/** Returns the piece with the name; undefined when there is none. */
export const findPiece = (name: string): Piece | undefined => allPieces.find((it) => it.name === name);
