import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';

const fence = '```';

/** Returns what stands in the fenced block that a text consists of; else the text. */
const withoutFence = (text: string): string => {
  const trimmed = text.trim();
  const start = trimmed.indexOf('\n');
  const isFenced = [fence, `${fence}json`].includes(trimmed.slice(0, Math.max(0, start)).trim());
  return isFenced && trimmed.endsWith(fence) ? trimmed.slice(start, -fence.length) : text;
};

/** Returns the JSON of a text, also when it stands in a fenced block. */
export const jsonIn = (text: string): JsonValue | undefined => {
  return parseForeignJson(withoutFence(text)) as JsonValue | undefined;
};
