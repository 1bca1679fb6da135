import type { ApprovalDecision, ToolCall } from '@atelier/agents';
import type { BoundTool } from './bound-tool.ts';
import type { SourcedOutcome } from './sources.ts';

const text = 'This is a test, so the call was noted and not made. Go on as if it had succeeded.';
const noted: SourcedOutcome = { text, output: text, isFailed: false, durationMs: 0 };

/** Tools that the agents of a run and of its crew share, or that follow the same rules, are called in a rehearsal too. */
const rehearsedToo: ReadonlySet<BoundTool['binding']['kind']> = new Set([
  'AGENT',
  'MEMBER',
  'CREW',
  'KNOWLEDGE',
]);

/** The differences of a run that is a rehearsal: nobody is asked, and nothing is changed outside of it. */
export class Rehearsal {
  readonly #asked = new Set<string>();

  /** Notes a call about which a person would decide. */
  approve({ id }: ToolCall): ApprovalDecision {
    this.#asked.add(id);
    return { kind: 'APPROVED' };
  }

  /** Returns the outcome of a call that is noted instead of made: it would change something, or a person would have to allow it. */
  findNotedOutcome({ id, tool }: ToolCall, { kind }: BoundTool['binding']): SourcedOutcome | undefined {
    const isNoted = !rehearsedToo.has(kind) && (tool.effect === 'WRITES' || this.#asked.has(id));
    return isNoted ? noted : undefined;
  }
}

/** True for the output of a call that was noted and not made. */
export const isNoted = (output: unknown): boolean => output === text;
