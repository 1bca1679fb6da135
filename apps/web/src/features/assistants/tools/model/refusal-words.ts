import type { ToolRefusal } from '@atelier/contracts/assistants/tools/tool-shapes';
import { formatMoment } from '../../../../lib/format.ts';

/** Says which provider refused a tool, when, by which keyword, and what that means. */
export const refusalWords = ({ provider, keyword, reason, at }: ToolRefusal): string => {
  const named = keyword === null ? '' : ` because of “${keyword}” in its arguments`;
  return `${provider} refused this tool on ${formatMoment(at)}${named}. Agents with its models work without it. ${provider} says: ${reason}`;
};
