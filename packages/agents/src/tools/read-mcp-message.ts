import { measureJson } from '@atelier/contracts/kernel/measure-json';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { type ReadMcpTool, readMcpTools } from './read-mcp-tools.ts';

/** The most values of a message, and their deepest nesting. */
const most = { values: 400_000, depth: 200 };
/** The most tools of one page of a list, and the most values of all their schemas. */
const mostTools = 500;
const mostSchemaValues = 60_000;
/** The most values of a structured result. A larger one is kept as text. */
const mostStructuredValues = 10_000;

/** Under these names, a tool of a list that was read says what was found, and its last entry how many are left out. */
export const readingKey = 'atelier/reading';
export const leftOutKey = 'atelier/left-out';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The library reads this word of a schema itself: it says which arguments are sent as headers. */
const headerWord = '"x-mcp-header"';

/** A tool in the form that the protocol wants, with what was found about it as one text, because the library looks at each value of a schema. */
const presented = (tool: ReadMcpTool): Json => {
  const isNeeded = JSON.stringify(tool.inputSchema).includes(headerWord);
  return {
    name: tool.name,
    inputSchema: isNeeded ? { ...tool.inputSchema, type: 'object' } : { type: 'object' },
    _meta: { [readingKey]: JSON.stringify(tool) },
  };
};

const valuesIn = (value: unknown): number => measureJson(JSON.stringify(value), most).values;

/** Leaves out the schemas that are too large together. */
const withinLimits = (tools: readonly ReadMcpTool[]): ReadMcpTool[] => {
  let left = mostSchemaValues;
  return tools.map((tool) => {
    left -= valuesIn([tool.inputSchema, tool.outputSchema]);
    if (left >= 0) return tool;
    const problem = 'The server describes the arguments of its tools by too many values.';
    return { ...tool, inputSchema: { type: 'object' }, outputSchema: null, unchecked: [], problem };
  });
};

const readList = ({ tools, ...result }: Json): Json => {
  const given = tools as unknown[];
  const read = withinLimits(readMcpTools(given.slice(0, mostTools))).map(presented);
  const leftOut = given.length - Math.min(given.length, mostTools);
  const rest = { name: leftOutKey, inputSchema: { type: 'object' }, _meta: { [leftOutKey]: leftOut } };
  return { ...result, tools: leftOut > 0 ? [...read, rest] : read };
};

const text = (words: string): Json => ({ type: 'text', text: words });

const isText = (value: unknown): value is string => typeof value === 'string';

/** The forms of the parts of a result that are known. */
const isKnown = (block: Json): boolean => {
  const { type, resource } = block;
  if (type === 'text') return isText(block['text']);
  if (type === 'image' || type === 'audio') return isText(block['data']) && isText(block['mimeType']);
  if (type === 'resource_link') return isText(block['uri']) && isText(block['name']);
  if (type !== 'resource' || !isRecord(resource)) return false;
  return isText(resource['uri']) && (isText(resource['text']) || isText(resource['blob']));
};

const describeBlockKind = (block: unknown): string =>
  isRecord(block) && isText(block['type'])
    ? `of the kind “${block['type'].slice(0, 100)}”`
    : 'without a kind';

/** A part as it is, without what only describes it; another one is named, so that the others can be used. */
const readBlock = (block: unknown): Json => {
  if (!isRecord(block) || !isKnown(block))
    return text(`[A part ${describeBlockKind(block)} was left out, because it is not known here.]`);
  const {
    annotations: _annotations,
    _meta,
    icons: _icons,
    title,
    size: _size,
    description: _words,
    ...known
  } = block;
  return isText(title) ? { ...known, title } : known;
};

const readStructured = (structured: unknown, content: Json[]): Json => {
  if (structured === undefined || structured === null) return { content };
  const written = JSON.stringify(structured);
  const isLarge = measureJson(written, most).values > mostStructuredValues;
  if (isRecord(structured) && !isLarge) return { content, structuredContent: structured };
  const why = isLarge
    ? '[The structured content is kept as text, because it has too many values.]'
    : undefined;
  return { content: [...content, ...(why === undefined ? [] : [text(why)]), text(written)] };
};

const readResult = ({ content, structuredContent, isError, ...result }: Json): Json => ({
  ...result,
  ...readStructured(structuredContent, (Array.isArray(content) ? content : []).map(readBlock)),
  ...(isError === undefined ? {} : { isError: isError === true }),
});

/** True for the result of a call: the protocol gives it no name. */
const isCallResult = (result: Json): boolean => 'content' in result || 'structuredContent' in result;

const readOne = (message: unknown): unknown => {
  if (!isRecord(message) || !isRecord(message['result'])) return message;
  const { result } = message;
  if (Array.isArray(result['tools'])) return { ...message, result: readList(result) };
  return isCallResult(result) ? { ...message, result: readResult(result) } : message;
};

/** A message of a server as the library for the protocol takes it; or why it cannot be read. */
export type McpMessageReading = { text: string } | { problem: string };

/**
 * Reads a message of a server of tools part by part, before the library for the protocol does, which would refuse the whole of it for one odd
 * part. What is no JSON is left to the library. It may come from anybody, so read a long one in a thread.
 */
export const readMcpMessage = (given: string): McpMessageReading => {
  const { values, depth } = measureJson(given, most);
  if (values > most.values)
    return { problem: `It sent more than ${most.values.toLocaleString('en')} values at once.` };
  if (depth > most.depth) return { problem: `It sent values that are nested more than ${most.depth} times.` };
  try {
    const message = readJson(given);
    return { text: JSON.stringify(Array.isArray(message) ? message.map(readOne) : readOne(message)) };
  } catch {
    return { text: given };
  }
};
