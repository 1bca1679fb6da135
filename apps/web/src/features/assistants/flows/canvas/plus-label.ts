import type { PlacedNode } from '../model/flow-layout.ts';

/** The name of the button below a node, which adds a step there. */
export const plusLabelFor = ({ plus }: PlacedNode, title: string): string => {
  if (plus && 'after' in plus && plus.after === null) return 'Add a step at the start';
  return plus && 'inside' in plus ? `Add a step at the start of ${title}` : `Add a step after ${title}`;
};
