import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { DestinationStream } from 'pino';

const colours: Record<string, string> = { warn: '33', error: '31', fatal: '31', debug: '90', trace: '90' };

const parse = (line: string): Record<string, unknown> | undefined => {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
};

const field = ([name, value]: [string, unknown]) =>
  `${name}=${typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value)}`;

const failure = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  const stack = 'stack' in value ? value.stack : undefined;
  return `\n${String(stack ?? ('message' in value ? value.message : ''))}`;
};

/** Formats one JSON line of the log for humans: time, level (unless it is info), message, fields. */
export const prettyLine = (line: string): string => {
  const entry = parse(line);
  if (!entry) return line;
  const { level, time, msg, err, ...fields } = entry;
  const name = String(level);
  const label = name === 'info' ? '' : `\u001b[${colours[name] ?? '0'}m${name}\u001b[0m `;
  const rest = Object.entries(fields).map(field).join(' ');
  const clock = String(time).slice(11, 19);
  return `\u001b[90m${clock}\u001b[0m ${label}${typeof msg === 'string' ? msg : ''}${rest ? ` \u001b[90m${rest}\u001b[0m` : ''}${failure(err)}\n`;
};

const reason = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || !('message' in value)) return '';
  return ` (${String(value.message).replace(/\s+/g, ' ').trim()})`;
};

/** Formats a warning or a failure of the log on one line: time, level, message and why. Undefined for everything that needs no attention. */
export const briefLine = (line: string): string | undefined => {
  const entry = parse(line);
  const level = String(entry?.['level']);
  if (!entry || !['warn', 'error', 'fatal'].includes(level)) return undefined;
  const { time, msg, err } = entry;
  return `${String(time).slice(11, 19)} ${level} ${typeof msg === 'string' ? msg : ''}${reason(err)}\n`;
};

/** Wraps a destination so that it receives lines for humans. */
export const prettyLines = (target: DestinationStream): DestinationStream => ({
  write: (line) => target.write(prettyLine(line)),
});
