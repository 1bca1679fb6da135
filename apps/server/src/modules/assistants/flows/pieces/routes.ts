import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { describedPieces } from './catalogue.ts';
import { loadOptions } from './load-options.ts';

/** Throws `pieces.not_found`. */
const getPiece = (name: string): PieceDescription =>
  describedPieces.find((piece) => piece.name === name) ?? fail('pieces.not_found');

export const pieceRoutes = defineRoutes(pieces, {
  list: async () => ({ pieces: describedPieces }),
  get: async (_anonymous, { params }) => getPiece(params.name),
  active: async (_ctx, { params }) => getPiece(params.name),
  options: async (ctx, { params, body }, { signal }) => ({
    options: await loadOptions(ctx, params.name, { ...body, connectionId: body.connectionId, signal }),
  }),
  packageDetails: async (_anonymous, { query }) => {
    const { name, version, description, actions, triggers } = getPiece(query.name);
    return { name, version, description, actions: actions.length, triggers: triggers.length };
  },
});
