import type {
  AgentRunEvent,
  AgentRunState,
  AgentRunStep,
} from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { readProperty } from '../../../../ui/feedback/read-property.ts';

export type ToolStep = Extract<AgentRunStep, { type: 'TOOL' }>;

/** Returns the name of the called member of a crew, tool, agent or flow. */
export const toWorkerName = ({ input, title, childRunId }: ToolStep): string => {
  const member = childRunId === null ? undefined : readProperty(input, 'member');
  return typeof member === 'string' ? member : title;
};

/** A run as the events of its stream have told it so far. */
export interface LiveRun {
  /** Null until the first state has come. */
  state: AgentRunState | null;
  steps: readonly AgentRunStep[];
  /** The calls that are under way, or that wait for a decision. */
  open: readonly ToolStep[];
  /** The text that the model is writing in a turn that is not among the steps yet. */
  writing: { turn: number; thinking: string; text: string } | null;
}

export const nothingLive: LiveRun = { state: null, steps: [], open: [], writing: null };

type Piece = Extract<AgentRunEvent, { event: 'writing' }>['data'];

const written = (before: LiveRun['writing'], { turn, kind, from, text }: Piece): LiveRun['writing'] => {
  const present = before?.turn === turn ? before : { turn, thinking: '', text: '' };
  // A piece from the beginning replaces what an attempt that failed had written.
  return { ...present, [kind]: present[kind].slice(0, from) + text };
};

const withStep = (steps: LiveRun['steps'], at: number, step: AgentRunStep): LiveRun['steps'] =>
  at < steps.length ? steps.with(at, step) : [...steps, step];

/** Returns the run after an event. An event that comes twice changes nothing. */
export const afterEvent = (run: LiveRun, { event, data }: AgentRunEvent): LiveRun => {
  switch (event) {
    case 'step':
      return { ...run, steps: withStep(run.steps, data.at, data.step) };
    case 'open':
      return { ...run, open: data.steps.filter((step) => step.type === 'TOOL') };
    case 'writing':
      return { ...run, writing: written(run.writing, data) };
    case 'state': {
      const isRecorded = run.writing !== null && run.writing.turn <= data.usage.turns;
      return { ...run, state: data, writing: isRecorded || data.endedAt !== null ? null : run.writing };
    }
  }
};

/** One turn of the model: its thoughts and words, and the calls that it made. */
export interface TurnView {
  turn: number;
  steps: { at: number; step: AgentRunStep }[];
}

/** Groups steps by their turn, in the order of time. The open calls come last, without a number. */
export const groupByTurn = ({ steps, open }: Pick<LiveRun, 'steps' | 'open'>): TurnView[] => {
  const all = [...steps, ...open].map((step, at) => ({ at, step }));
  return [...Map.groupBy(all, ({ step }) => step.turn)].map(([turn, members]) => ({ turn, steps: members }));
};
