export { holdTurn, limiting, type TurnWait } from './hold-turn.ts';
