import type { ToolCall, ToolOutcome } from '@atelier/agents';
import { z } from 'zod';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import type { BoundTool } from './bound-tool.ts';
import { agentFailures } from './failures.ts';
import type { ResultNames } from './journal-names.ts';

/** The result of a call as a program sends it. */
export const ProgramResult = z.object({ text: z.string() });

/** Milliseconds in which a program sends the results. */
const patienceMs = 24 * 3600 * 1000;

const isHanded = ({ tool }: ToolCall): boolean => (tool as BoundTool).binding.kind === 'PROGRAM';

/** Divides calls into those that the server makes, and those that it hands to the program which asked. */
export const divideCalls = (calls: readonly ToolCall[]) => ({
  own: calls.filter((call) => !isHanded(call)),
  handed: calls.filter(isHanded),
});

/** Joins the outcomes of divided calls in the order of the calls. */
export const joinOutcomes = (
  calls: readonly ToolCall[],
  own: readonly ToolOutcome[],
  handed: readonly ToolOutcome[],
): ToolOutcome[] => {
  const [ownLeft, handedLeft] = [[...own], [...handed]];
  return calls.map((call) => (isHanded(call) ? handedLeft : ownLeft).shift() as ToolOutcome);
};

/** Waits until the program has sent the results of its calls. */
export const receiveResults = async (
  run: RunContext,
  { entry, signal }: ResultNames,
  calls: readonly ToolCall[],
): Promise<ToolOutcome[]> => {
  const outcomes: ToolOutcome[] = [];
  for (const at of calls.keys()) {
    const result = await run.waitFor(signal(at), {
      schema: ProgramResult.nullable(),
      timeoutMs: patienceMs,
      onTimeout: () => null,
    });
    if (result === null) throw new RunFailure(agentFailures['agents.program_left']);
    outcomes.push({ text: result.text, output: result.text, isFailed: false, durationMs: 0 });
  }
  return run.step(entry, () => outcomes) as Promise<ToolOutcome[]>;
};
