import type { JsonSchema } from '../agent.ts';
import { mostStatesInThread, readSchema, type SchemaReading } from '../schema/read-schema.ts';

/** A tool as a server of tools describes it. Every part may be missing or of another kind than expected. */
export interface GivenMcpTool {
  name?: unknown;
  title?: unknown;
  description?: unknown;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: unknown;
}

/** A tool as people and models may read it. */
export interface ReadMcpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  /** The form of its results; null when it promises none, or one that cannot be read. */
  outputSchema: JsonSchema | null;
  isReadOnly: boolean;
  /** Why agents cannot use it; null when they can. */
  problem: string | null;
  /** The parts of its arguments and results that are not checked, and why: a sentence each. */
  unchecked: string[];
}

const longestName = 200;
const longestTitle = 200;
const longestDescription = 4000;

/** Signs that nobody sees, with which a text can hide instructions from people or turn their direction; lines and tabs stay. */
const unseen = /[^\P{C}\n\t]/gu;

const plain = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .slice(0, 2 * most)
        .toWellFormed()
        .replace(unseen, '')
        .trim()
        .slice(0, most)
    : '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const describeSchemaNotes = ({ broken, unchecked }: SchemaReading, where: string): string[] =>
  [...broken, ...unchecked].map((each) => oneLine(plain(`${where} ${each}`, 1000)));

/** Reads the arguments of a tool: an object, or a problem. */
const readInput = (
  given: unknown,
): { schema: JsonSchema; unchecked: string[] } | { problem: string; unchecked: string[] } => {
  if (given === undefined || given === null)
    return { problem: 'Its arguments are not described.', unchecked: [] };
  const reading = readSchema(given, mostStatesInThread);
  if ('problem' in reading)
    return { problem: `Its arguments cannot be read. ${reading.problem}`, unchecked: [] };
  const unchecked = describeSchemaNotes(reading, 'Arguments:');
  return reading.schema['type'] === 'object'
    ? { schema: reading.schema, unchecked }
    : { problem: 'Its arguments are not described as an object.', unchecked };
};

/** Reads the form of the results of a tool. What cannot be read costs the check, and not the tool. */
const readOutput = (given: unknown): { schema: JsonSchema | null; unchecked: string[] } => {
  if (given === undefined || given === null) return { schema: null, unchecked: [] };
  const reading = readSchema(given, mostStatesInThread);
  return 'problem' in reading
    ? { schema: null, unchecked: [`Results are not checked. ${reading.problem}`] }
    : { schema: reading.schema, unchecked: describeSchemaNotes(reading, 'Results:') };
};

const readTool = ({
  name: given,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: GivenMcpTool): ReadMcpTool => {
  const name = oneLine(plain(given, longestName));
  const hints = isRecord(annotations) ? annotations : {};
  const [input, output] = [readInput(inputSchema), readOutput(outputSchema)];
  const schemaProblem = 'problem' in input ? input.problem : null;
  return {
    name,
    title: oneLine(plain(title, longestTitle)) || oneLine(plain(hints['title'], longestTitle)) || name,
    description: plain(description, longestDescription),
    inputSchema: 'schema' in input ? input.schema : { type: 'object' },
    outputSchema: output.schema,
    isReadOnly: hints['readOnlyHint'] === true,
    problem: name === '' || name !== given ? 'Its name has signs that cannot be shown.' : schemaProblem,
    unchecked: [...input.unchecked, ...output.unchecked],
  };
};

/** Reads the tools of a server, each alone. Of several with the same name, the first counts. */
export const readMcpTools = (given: readonly unknown[]): ReadMcpTool[] => {
  const read = new Map<string, ReadMcpTool>();
  for (const each of given) {
    const tool = readTool(isRecord(each) ? each : {});
    if (!read.has(tool.name)) read.set(tool.name, tool);
  }
  return [...read.values()].filter(({ name }) => name !== '');
};
