import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Result } from '../run-target.ts';

const toLine = (value: JsonValue): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const describeField = (name: string, value: JsonValue): string => {
  const words = name.replaceAll('_', ' ').trim();
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  if (Array.isArray(value) && value.length > 0)
    return [`${label}:`, ...value.map((each) => `- ${toLine(each)}`)].join('\n');
  return `${label}: ${Array.isArray(value) ? '' : toLine(value)}`.trimEnd();
};

/** Returns a result as people read it: its fields, a line each, or its text. */
export const readableResult = ({ text, data }: Result): string =>
  isObject(data)
    ? Object.entries(data)
        .map(([name, value]) => describeField(name, value ?? null))
        .join('\n')
    : text;
