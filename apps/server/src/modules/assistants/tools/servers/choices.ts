import { type McpChoice, type McpTool, mostMcpChoices } from '@atelier/contracts/assistants/tools/mcp-shapes';

/** A tool acts outside and is asked for after text by others, unless the server says that it only reads. */
export const usualChoice = ({ name, isReadOnly }: McpTool): McpChoice =>
  isReadOnly
    ? { name, effect: 'READS', approval: 'NEVER' }
    : { name, effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' };

/** All tools of a server that can be used. */
export const usualChoices = (tools: readonly McpTool[]): McpChoice[] =>
  tools
    .filter(({ problem }) => problem === null)
    .slice(0, mostMcpChoices)
    .map(usualChoice);

/**
 * Returns the choices after the tools were read again. What a server says of its tools never makes a choice looser; a tool of which it no longer
 * says that it only reads acts outside from now on.
 */
export const choicesAfter = (
  choices: readonly McpChoice[] | null,
  before: readonly McpTool[],
  now: readonly McpTool[],
): McpChoice[] => {
  if (choices === null) return usualChoices(now);
  const didRead = new Set(before.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name));
  const acts = new Set(now.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name));
  return choices.map((choice) => {
    if (!didRead.has(choice.name) || !acts.has(choice.name)) return choice;
    const approval = choice.approval === 'NEVER' ? 'AFTER_FOREIGN_TEXT' : choice.approval;
    return { ...choice, effect: 'WRITES', approval };
  });
};
