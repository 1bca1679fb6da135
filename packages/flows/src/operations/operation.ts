import type {
  Flow,
  FlowNote,
  FlowStep,
  FlowTrigger,
  ParallelBranch,
  RouterBranch,
} from '@atelier/contracts/assistants/flows/flow-model';

/** The position for steps: after a step, at the beginning of the flow (after null), or at the beginning of a body. */
export type Place = { after: string | null } | { inside: string; body: number };

/**
 * One change of a flow, as data. Undo, redo, and everything that changes flows by itself use the same operations. Steps from `first` to
 * `last` follow each other in one chain; whatever is inside them goes with them.
 */
export type FlowOperation =
  | { type: 'RENAME_FLOW'; displayName: string }
  /** Puts another flow in the place of this one: a version that is restored, for example. */
  | { type: 'REPLACE_FLOW'; flow: Flow }
  /** The first of the steps is put there. The others follow it, or are inside of steps of the list. */
  | { type: 'ADD_STEPS'; at: Place; steps: FlowStep[] }
  /** Replaces all of a step but what follows it and what is inside it. */
  | { type: 'UPDATE_STEP'; step: FlowStep }
  | { type: 'DELETE_STEPS'; first: string; last: string }
  | { type: 'MOVE_STEPS'; first: string; last: string; at: Place }
  /** Adds a branch to a router or to parallel branches, with the steps inside it. */
  | { type: 'ADD_BRANCH'; step: string; at: number; branch: RouterBranch | ParallelBranch; steps: FlowStep[] }
  | { type: 'DELETE_BRANCH'; step: string; at: number }
  | { type: 'MOVE_BRANCH'; step: string; from: number; to: number }
  | { type: 'ADD_TRIGGER'; trigger: FlowTrigger; at: number }
  | { type: 'UPDATE_TRIGGER'; trigger: FlowTrigger }
  | { type: 'DELETE_TRIGGER'; name: string }
  | { type: 'ADD_NOTE'; note: FlowNote; at: number }
  | { type: 'UPDATE_NOTE'; note: FlowNote }
  | { type: 'DELETE_NOTE'; id: string };

/** A changed flow, and the operation that changes it back. */
export interface Applied {
  flow: Flow;
  inverse: FlowOperation;
}

/** An operation does not fit the flow. The message is a sentence for users. */
export class OperationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperationError';
  }
}
