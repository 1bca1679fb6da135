import type { PieceCatalogue } from '@atelier/contracts/assistants/flows/flow-model';
import { allPieces, describePiece } from '@atelier/pieces';

/** The pieces of this server, without their code. */
export const describedPieces = allPieces.map(describePiece);

/** The same as flows are checked by. */
export const pieceCatalogue: PieceCatalogue = describedPieces.map(({ connection, ...piece }) => ({
  ...piece,
  ...(connection ? { connection: { service: connection.service, isRequired: connection.isRequired } } : {}),
}));
