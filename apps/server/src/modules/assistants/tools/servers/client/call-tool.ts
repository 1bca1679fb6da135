import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/client';
import type { ToolResult } from '../../calls/tool-outcome.ts';
import { type McpIo, type McpTarget, withMcpClient } from './mcp-client.ts';

interface Call {
  tool: string;
  inputSchema: Tool['inputSchema'];
  input: Record<string, JsonValue>;
  keep: KeepData;
}

/** A part of a result that is no text: its bytes in base64, and what it is in words. */
export interface GivenData {
  what: string;
  mimeType: string;
  data: string;
}

const unknownType = 'application/octet-stream';

/** Returns a part of a result. */
const toPart = (block: ContentBlock): string | GivenData => {
  if (block.type === 'text') return block.text;
  if (block.type === 'image') return { what: 'A picture', ...block };
  if (block.type === 'audio') return { what: 'A sound', ...block };
  if (block.type === 'resource_link')
    return `[A link to the resource “${block.title ?? block.name}”: ${block.uri}. Its content was not loaded.]`;
  const { resource } = block;
  if ('text' in resource) return `Resource ${resource.uri}:\n${resource.text}`;
  const { uri, mimeType = unknownType, blob } = resource;
  return { what: `The resource ${uri}`, mimeType, data: blob };
};

/** A result, and the part of it that an output schema describes; undefined when the tool returned none. */
export interface GivenResult extends ToolResult {
  structured: JsonValue | undefined;
  /** The files that were made of the result. */
  files: FileValue[];
}

/** Keeps what is no text, and says what became of it. */
export type KeepData = (data: GivenData, nth: number) => Promise<{ told: string; file?: FileValue }>;

/** Reduces a result to what models and people read: structured content as it is, everything else as text and files. */
const toToolResult = async (
  { content, structuredContent, isError }: CallToolResult,
  keep: KeepData,
): Promise<GivenResult> => {
  const [texts, files]: [string[], FileValue[]] = [[], []];
  for (const [at, block] of content.entries()) {
    const part = toPart(block);
    const { told, file } =
      typeof part === 'string' ? { told: part, file: undefined } : await keep(part, at + 1);
    texts.push(told);
    if (file) files.push(file);
  }
  const written = texts.join('\n\n');
  const structured = structuredContent as JsonValue | undefined;
  const text = written === '' && structured !== undefined ? JSON.stringify(structured) : written;
  return {
    output: structured ?? text,
    text: text === '' ? 'The tool returned nothing.' : text,
    isFailed: isError === true,
    structured,
    files,
  };
};

/**
 * Calls a tool of a server. An abort of `io.signal` cancels the call at the server too. A failure that the tool itself reports is a result;
 * throws what `withMcpClient` throws.
 */
export const callGivenTool = (
  target: McpTarget,
  io: McpIo,
  { tool: name, inputSchema, input, keep }: Call,
): Promise<GivenResult> =>
  withMcpClient(target, io, async (client) => {
    const { timeoutMs: timeout, signal } = io;
    const options = { timeout, maxTotalTimeout: timeout, signal, toolDefinition: { name, inputSchema } };
    return toToolResult(await client.callTool({ name, arguments: input }, options), keep);
  });
