import type { ModelRequest } from '@atelier/models';
import type { AgentTool } from '../agent.ts';
import type { TurnRequest } from '../host.ts';

/** Returns a tool as the model is told of it. */
export const describe = ({ name, description, inputSchema }: AgentTool) => ({
  type: 'function' as const,
  name,
  description,
  inputSchema,
});

/** Returns what the model may do with its tools: make a call that it must make, none in the last turn, and else what it likes. */
export const chooseToolChoice = (
  [name, ...others]: readonly string[],
  isLast: boolean,
): NonNullable<TurnRequest['toolChoice']> => {
  if (name !== undefined)
    return others.length === 0 ? { type: 'tool', toolName: name } : { type: 'required' };
  return { type: isLast ? 'none' : 'auto' };
};

export const userMessage = (text: string): ModelRequest['prompt'][number] => ({
  role: 'user',
  content: [{ type: 'text', text }],
});
