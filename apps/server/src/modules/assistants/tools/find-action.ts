import { findPiece, type Piece, type PieceAction } from '@atelier/pieces';

type RunnableAction = Exclude<PieceAction, { kind: 'control' | 'task' }>;

/** Returns the action of a piece; undefined when this server does not have it. */
export const findAction = (
  pieceName: string,
  actionName: string,
): { piece: Piece; action: RunnableAction } | undefined => {
  const piece = findPiece(pieceName);
  const action = piece?.actions.find(({ name }) => name === actionName);
  return piece && action && action.kind !== 'control' && action.kind !== 'task'
    ? { piece, action }
    : undefined;
};
