import { isReservedName } from '@atelier/contracts/fields/field-values';

const form = /^[A-Za-z_]\w{0,63}$/;

/** Words with a meaning in expressions. */
const words = new Set(['true', 'false', 'null', 'undefined', 'connections']);

/** Returns true when a step can have this name, so that expressions can refer to it. */
export const isStepName = (name: string): boolean =>
  form.test(name) && !isReservedName(name) && !words.has(name);

/** Returns the first free one of `step_1`, `step_2`, … */
export const newStepName = (isTaken: (name: string) => boolean, stem = 'step'): string => {
  let number = 1;
  while (isTaken(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
};
