import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';

type PieceStep = Extract<FlowStep, { type: 'PIECE' }>;

/** The actions that set the output of a flow, with the field that has it. */
const outputs = new Map([
  ['chat answer', 'answer'],
  ['utilities agent_output', 'output'],
]);
/** The actions that write a text piece by piece, with the key of the text in their value. */
const writers = new Map([
  ['knowledge ask_knowledge', 'answer'],
  ['knowledge run_app', 'answer'],
  ['ai ask_model', 'text'],
]);
const stopsFlow = 'utilities stop_flow';

const oneReference = /^\s*\{\{\s*(\w+)\.(answer|text)\s*\}\}\s*$/;

const toActionKey = ({ settings }: PieceStep): string => `${settings.pieceName} ${settings.actionName}`;

const isOutput = (step: FlowStep): step is PieceStep =>
  step.type === 'PIECE' && !step.isSkipped && outputs.has(toActionKey(step));

/** Returns true when nothing between two steps of a chain can lead past the second one. */
const leadsTo = ({ steps }: Flow, from: FlowStep, to: string): boolean => {
  for (let name = from.next; name !== null; ) {
    if (name === to) return true;
    const step = steps[name];
    if (!step || (step.type !== 'PIECE' && step.type !== 'CODE')) return false;
    if (step.type === 'PIECE' && toActionKey(step) === stopsFlow) return false;
    name = step.next;
  }
  return false;
};

const isInMainChain = ({ first, steps }: Flow, wanted: string): boolean => {
  for (let name = first; name !== null; name = steps[name]?.next ?? null) if (name === wanted) return true;
  return false;
};

/** Returns the step, and the key within its value, when the output is exactly that value and nothing else. */
const parseReference = (output: PieceStep): string[] => {
  const value = output.settings.input[outputs.get(toActionKey(output)) ?? ''];
  return (typeof value === 'string' ? oneReference.exec(value)?.slice(1) : undefined) ?? [];
};

/** Returns the key of the text in the value of a step that writes one. */
const writtenKeyFor = (step: FlowStep): string =>
  (step.type === 'PIECE' ? writers.get(toActionKey(step)) : undefined) ?? 'none';

/**
 * Finds the step whose text is exactly the only output of a flow, and that always leads to it. Its text can be shown before the flow has
 * ended; every other output is known only at the end.
 */
export const findWriter = (flow: Flow): string | undefined => {
  const [output, ...others] = Object.values(flow.steps).filter(isOutput);
  if (!output || others.length > 0) return undefined;
  const [name = '', key] = parseReference(output);
  const writer = flow.steps[name];
  if (!writer || writer.isSkipped || writtenKeyFor(writer) !== key) return undefined;
  return isInMainChain(flow, name) && leadsTo(flow, writer, output.name) ? name : undefined;
};
