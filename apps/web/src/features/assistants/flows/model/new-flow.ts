import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';

/** The name of a flow that nobody has named yet. */
export const newFlowName = 'New flow';

/** Returns true for a flow without steps whose trigger is not chosen yet. */
export const isEmptyFlow = ({ first, triggers }: Flow): boolean =>
  first === null && triggers.every(({ settings }) => settings === null);
