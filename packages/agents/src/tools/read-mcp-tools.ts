import type { JsonSchema } from '../agent.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { foreignSchemaProblem } from '../schema/foreign-schema.ts';
import { knownPart } from '../schema/known-part.ts';

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
  /** The form of its results, with the keywords that are known here; null when it promises none, or one that cannot be checked. */
  outputSchema: JsonSchema | null;
  isReadOnly: boolean;
  /** Why agents cannot use it; null when they can. */
  problem: string | null;
}

const longestName = 200;
const longestTitle = 200;
const longestDescription = 4000;

/** Signs that nobody sees, with which a text can hide instructions from people or turn their direction; lines and tabs stay. */
const unseen = /[^\P{C}\n\t]/gu;

const plain = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.toWellFormed().replace(unseen, '').trim().slice(0, most) : '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Returns what can be checked of the form of results: no result that fits may be taken for one that does not. */
const checkablePart = (schema: JsonSchema): JsonSchema | null => {
  if (foreignSchemaProblem(schema) !== undefined) return null;
  const part = knownPart(schema);
  return part !== undefined && checkSchema(part).length === 0 ? part : null;
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
  const schema = isRecord(inputSchema) ? inputSchema : {};
  const schemaProblem = foreignSchemaProblem(schema);
  const problem =
    name === '' || name !== given ? 'Its name has signs that cannot be shown.' : (schemaProblem ?? null);
  return {
    name,
    title: oneLine(plain(title, longestTitle)) || oneLine(plain(hints['title'], longestTitle)) || name,
    description: plain(description, longestDescription),
    inputSchema: schemaProblem === undefined ? schema : { type: 'object' },
    outputSchema: isRecord(outputSchema) ? checkablePart(outputSchema) : null,
    isReadOnly: hints['readOnlyHint'] === true,
    problem,
  };
};

/** Reads the tools of a server. Of several with the same name, the first counts. */
export const readMcpTools = (given: readonly GivenMcpTool[]): ReadMcpTool[] => {
  const read = new Map<string, ReadMcpTool>();
  for (const each of given) {
    const tool = readTool(each);
    if (!read.has(tool.name)) read.set(tool.name, tool);
  }
  return [...read.values()].filter(({ name }) => name !== '');
};
