import { createHash } from 'node:crypto';
import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';

/** Leaves out what a run does not read. */
const working = <T extends FlowStep | FlowTrigger>({ displayName: _name, sample: _sample, ...rest }: T) =>
  rest;

/** Returns the same text for stored flows that work alike. */
export const fingerprintFlow = ({ triggers, first, steps }: Flow): string => {
  const each = Object.values(steps).map(working);
  return createHash('sha256')
    .update(JSON.stringify([triggers.map(working), first, each]))
    .digest('hex');
};
