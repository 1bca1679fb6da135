import { PieceError } from './piece.ts';

/** Throws PieceError `pieces.invalid_input` with a message that says what to change. */
export const refuse = (message: string): never => {
  throw new PieceError('pieces.invalid_input', message);
};
