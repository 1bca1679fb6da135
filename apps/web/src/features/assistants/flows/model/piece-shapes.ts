import type { PieceCatalogue } from '@atelier/contracts/assistants/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';

/** Returns the pieces as flows are checked by. */
export const toPieceShapes = (pieces: readonly PieceDescription[]): PieceCatalogue =>
  pieces.map(({ connection, ...piece }) => ({
    ...piece,
    ...(connection ? { connection: { service: connection.service, isRequired: connection.isRequired } } : {}),
  }));
