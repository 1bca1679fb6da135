export { holdTurn, type TurnWait } from './hold-turn.ts';
export { limiting } from './limiting.ts';
