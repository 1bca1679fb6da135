import { JsonObject } from '@atelier/contracts/kernel/json';
import { z } from 'zod';
import { refuseChoice, refuseTool } from '../unsupported.ts';

const Schema = JsonObject;

const FunctionTool = z.looseObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string().max(20_000).nullish(),
  parameters: Schema.nullish(),
});

/** A program's description of its tools, in either form. */
interface AskedTools {
  tools?: unknown[] | null | undefined;
  tool_choice?: unknown;
}

/** Chat completions nest the function; responses do not. */
const functionIn = (tool: unknown): unknown => {
  const { type, function: nested } = Object(tool) as { type?: unknown; function?: unknown };
  if (type !== 'function') return refuseTool('use tools other than functions');
  return nested ?? tool;
};

const readTool = (tool: unknown) => {
  const { data } = FunctionTool.safeParse(functionIn(tool));
  if (!data)
    return refuseTool(
      'use a function without a name of 1 to 64 letters, digits, “_” and “-”, or whose parameters are no JSON Schema',
    );
  const { name, description, parameters } = data;
  return {
    name,
    description: description ?? '',
    inputSchema: parameters ?? { type: 'object', properties: {} },
  };
};

type ReadTool = ReturnType<typeof readTool>;

/** Chat completions nest the function of a choice, too. */
const Choice = z.union([
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('function'), name: z.string() }),
]);

/** The choices after which the model may answer with text. */
const isFree = (choice: unknown): boolean =>
  choice === undefined ||
  choice === null ||
  choice === 'auto' ||
  Reflect.get(Object(choice), 'type') === 'allowed_tools';

/** Returns the names of the functions of which the model has to call one. Throws `openai.not_supported`. */
const readChoice = (choice: unknown, tools: readonly ReadTool[]): string[] => {
  const names = tools.map(({ name }) => name);
  if (choice === 'required') return names.length > 0 ? names : refuseChoice();
  const { data } = Choice.safeParse(choice);
  const wanted = data && ('function' in data ? data.function.name : data.name);
  return wanted !== undefined && names.includes(wanted) ? [wanted] : refuseChoice();
};

/**
 * Reads the functions that a program offers, and which of them the model has to call before it answers. Throws `openai.not_supported`.
 */
export const readTools = ({ tools, tool_choice: choice }: AskedTools) => {
  const read = (tools ?? []).map(readTool);
  if (new Set(read.map(({ name }) => name)).size < read.length) refuseTool('use two functions of one name');
  if (choice === 'none') return { tools: [] };
  return isFree(choice) ? { tools: read } : { tools: read, mustCall: readChoice(choice, read) };
};
