import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { CallToolResult, ContentBlock, Tool } from '@modelcontextprotocol/client';
import type { ToolResult } from '../../calls/tool-outcome.ts';
import { type McpIo, type McpTarget, withMcpClient } from './mcp-client.ts';

interface Call {
  tool: string;
  inputSchema: Tool['inputSchema'];
  input: Record<string, JsonValue>;
}

const sizeOf = (base64: string): string => `${Math.ceil((base64.length * 3) / 4 / 1024)} KB`;

const leftOut = (what: string, type: string | undefined, data: string): string =>
  `[${what} (${type ?? 'of an unknown kind'}, ${sizeOf(data)}) was left out, because only text is read.]`;

/** Returns a part of a result as text. What is no text is named with its size. */
const textOf = (block: ContentBlock): string => {
  if (block.type === 'text') return block.text;
  if (block.type === 'image') return leftOut('A picture', block.mimeType, block.data);
  if (block.type === 'audio') return leftOut('A sound', block.mimeType, block.data);
  if (block.type === 'resource_link')
    return `[A link to the resource “${block.title ?? block.name}”: ${block.uri}. Its content was not loaded.]`;
  const { resource } = block;
  return 'text' in resource
    ? `Resource ${resource.uri}:\n${resource.text}`
    : `Resource ${resource.uri}: ${leftOut('Its content', resource.mimeType, resource.blob)}`;
};

/** A result, and the part of it that an output schema describes; undefined when the tool returned none. */
export interface GivenResult extends ToolResult {
  structured: JsonValue | undefined;
}

/** Reduces a result to what models and people read: structured content as it is, everything else as text. */
const resultOf = ({ content, structuredContent, isError }: CallToolResult): GivenResult => {
  const written = content.map(textOf).join('\n\n');
  const structured = structuredContent as JsonValue | undefined;
  const text = written === '' && structured !== undefined ? JSON.stringify(structured) : written;
  return {
    output: structured ?? text,
    text: text === '' ? 'The tool returned nothing.' : text,
    isFailed: isError === true,
    structured,
  };
};

/**
 * Calls a tool of a server. An abort of `io.signal` cancels the call at the server too. A failure that the tool itself reports is a result;
 * throws what `withMcpClient` throws.
 */
export const callGivenTool = (
  target: McpTarget,
  io: McpIo,
  { tool: name, inputSchema, input }: Call,
): Promise<GivenResult> =>
  withMcpClient(target, io, async (client) => {
    const { timeoutMs: timeout, signal } = io;
    const options = { timeout, maxTotalTimeout: timeout, signal, toolDefinition: { name, inputSchema } };
    return resultOf(await client.callTool({ name, arguments: input }, options));
  });
