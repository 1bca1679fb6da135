import type { PlacedNode } from '../model/flow-layout.ts';

/** The name of the button below a node, which adds a step there. */
export const plusLabelOf = ({ plus }: PlacedNode, title: string): string => {
  if (plus?.at === 'start') return 'Add a step at the start';
  return plus?.at === 'inside' ? `Add a step at the start of ${title}` : `Add a step after ${title}`;
};
