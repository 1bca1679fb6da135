import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type ActionCall, findPiece, readInput } from '../src/index.ts';
import type { Polled } from '../src/piece.ts';
import { callOf } from './run-action.ts';

/** Asks `piece.trigger` for events, as the server does. */
export const poll = (
  name: string,
  input: FieldValues,
  { state = null, ...given }: Partial<Omit<ActionCall, 'input'>> & { state?: JsonValue },
): Promise<Polled> => {
  const [piece = '', trigger] = name.split('.');
  const found = findPiece(piece)?.triggers.find((it) => it.name === trigger);
  if (found?.kind !== 'polling') throw new Error(`There is no polling trigger ${name}.`);
  return found.poll(callOf(readInput(found.fields, input), given), state);
};
