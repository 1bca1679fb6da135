import { crewToolNames } from '@atelier/contracts/assistants/agents/crew-tools';
import type { ToolStep } from '../live-run.ts';

const words: Readonly<Record<string, string>> = {
  [crewToolNames.plan]: 'Wrote down the plan, which is shown above.',
  [crewToolNames.write]: 'Wrote a note for the others.',
  [crewToolNames.read]: 'Read the shared notes.',
};

/** Describes a call whose result the picture of the crew shows; undefined for all other calls, and for one that failed. */
export const sharedWords = ({ tool, status }: ToolStep): string | undefined =>
  status === 'DONE' ? words[tool] : undefined;
