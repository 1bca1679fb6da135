/** The signals with which calls of agents are decided begin with this. */
export const approvalSignal = '@agent-approval/';

/** The entry with the settings and tools of the run. */
export const agentEntry = '@agent';

/** The name of the run of another agent that a call starts; `at` is its place in its group of calls. */
export const childEntryFor = (calls: string, at = 0): string => `@run/${calls}${at === 0 ? '' : `.${at}`}`;

/** The name of the calls of a group that no other run carries out, when others do. */
export const plainEntryFor = (calls: string): string => `@plain/${calls}`;

/** The name of the run of a flow that a group of calls starts. */
export const flowRunEntryFor = (calls: string): string => `@flow-run/${calls}`;

export interface ResultNames {
  entry: string;
  /** The signal with the result of a call, by its place in the group, from 0. */
  signal(at: number): string;
}

/** The names for the results of a group of calls that a program makes. Groups count from 1. */
export const resultNames = (group: number): ResultNames => ({
  entry: `results ${group}`,
  signal: (at) => `@result/${group}/${at}`,
});

/** Makes the names of the entries of a journal, in the order in which the loop does things. */
export const entryNames = () => {
  let calls = 0;
  let handed = 0;
  return {
    turn: (turn: number): string => `turn ${turn}`,
    payment: (turn: number): string => `@payment/${turn}`,
    /** Is called once for each group of calls. */
    calls: (turn: number): string => {
      calls += 1;
      return `tools ${turn}.${calls}`;
    },
    /** The results of calls that a program makes. Is called once for each group of them. */
    results: (): ResultNames => {
      handed += 1;
      return resultNames(handed);
    },
    /** The question that waits for a signal. */
    asked: (turn: number, callId: string): string => `@asked/${turn}/${callId}`,
    mail: (turn: number, callId: string): string => `@mail/${turn}/${callId}`,
    signal: (turn: number, callId: string): string => `${approvalSignal}${turn}/${callId}`,
    decision: (turn: number, callId: string): string => `decision ${turn}/${callId}`,
  };
};

/** The entries of the question and the decision that belong to a signal. */
export const entriesOfSignal = (signal: string): { asked: string; decision: string } => {
  const call = signal.slice(approvalSignal.length);
  return { asked: `@asked/${call}`, decision: `decision ${call}` };
};
