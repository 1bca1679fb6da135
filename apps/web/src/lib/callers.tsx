import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';

const words: Record<Caller['kind'], (name: string) => string> = {
  FLOW: (name) => `The flow “${name}” runs it and will fail at that step.`,
  AGENT: (name) => `The agent “${name}” uses it as a tool and will have to do without it.`,
  WORKER: (name) => `The worker “${name}” runs it and will not work until something else is chosen for it.`,
};

/** The things that lose something that is deleted, as points of a list. */
export const CallersLeft = ({ callers }: { callers: readonly Caller[] }) =>
  callers.map(({ kind, id, name }) => <li key={id}>{words[kind](name)}</li>);
