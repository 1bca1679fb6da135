export { allPieces, findPiece } from './all-pieces.ts';
export type { ControlPlan, TaskPlan } from './control-plan.ts';
export { describePiece, type PieceDescription } from './describe-piece.ts';
export {
  type ActionCall,
  type Piece,
  type PieceAction,
  PieceError,
  type PieceErrorCode,
  type PieceIo,
  type PieceTrigger,
  type WebhookCall,
  type WebhookReply,
} from './piece.ts';
export type { CitedAnswer, PiecePlatform, StepCitation } from './platform.ts';
export { expressionDefaults, readInput } from './read-input.ts';
