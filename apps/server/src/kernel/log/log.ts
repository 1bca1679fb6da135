import { renameSync, statSync } from 'node:fs';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';

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
const prettyLine = (line: string): string => {
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
const briefLine = (line: string): string | undefined => {
  const entry = parse(line);
  const level = String(entry?.['level']);
  if (!entry || !['warn', 'error', 'fatal'].includes(level)) return undefined;
  const { time, msg, err } = entry;
  return `${String(time).slice(11, 19)} ${level} ${typeof msg === 'string' ? msg : ''}${reason(err)}\n`;
};

/** Wraps a destination so that it receives lines for humans. */
const prettyLines = (target: DestinationStream): DestinationStream => ({
  write: (line) => target.write(prettyLine(line)),
});

/** In bytes. A file that is full is kept beside the new one, in the place of the one before. */
const mostOfFile = 50 * 1024 * 1024;

/** Appends lines to a file, whose folder is made where it is missing. */
export const logFile = (path: string, most = mostOfFile): DestinationStream => {
  const output = pino.destination({ dest: path, mkdir: true, sync: true });
  let size = statSync(path).size;
  return {
    write: (line) => {
      if (size > most) {
        renameSync(path, `${path}.1`);
        output.reopen();
        size = 0;
      }
      size += Buffer.byteLength(line);
      output.write(line);
    },
  };
};

/** Milliseconds for which a line may wait for others. */
export const waitMs = 50;
const mostCharacters = 16_384;

/** The lines that may wait begin like this: the level is the first field. */
const isPatient = (line: string): boolean => /^\{"level":"(info|debug|trace)"/.test(line);

/**
 * Writes lines that come shortly after each other together, because each write to a pipe or a file takes longer than making the line.
 * Warnings and failures, and what came before them, are written at once. `flush` writes what still waits.
 */
export const joinLines = (target: DestinationStream): DestinationStream & { flush(): void } => {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') target.write(lines);
  };
  return {
    flush,
    write(line) {
      waiting += line;
      if (waiting.length >= mostCharacters || !isPatient(line)) flush();
      else timer ??= setTimeout(flush, waitMs).unref();
    },
  };
};

/** The log of the server. One wide line per request, job and model call. */
export type Log = Logger;

/** Fields that never reach the log, wherever they appear in a line. */
const secretFields = new Set([
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'apiKey',
  'api_key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-csrf-token',
  'prompt',
  'messages',
  'documentText',
]);
const deepest = 8;

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && !('toJSON' in value);

/** Copies the fields of a line without secrets. Written by hand, because the redaction of pino takes ten times as long. */
const withoutSecrets = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretFields.has(name) ? '[redacted]' : shown(value, depth + 1),
    ]),
  );

const shown = (value: unknown, depth: number): unknown => {
  if (!isOpen(value)) return value;
  if (depth > deepest) return '[deeper]';
  return Array.isArray(value) ? value.map((item) => shown(item, depth + 1)) : withoutSecrets(value, depth);
};

interface LoggedFailure {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: LoggedFailure;
}

/** The database library ends its messages with the values of the statement, which may be password hashes, questions or texts. */
const withoutValues = (error: Error): Pick<LoggedFailure, 'message' | 'stack'> => {
  const { message, stack } = error;
  if (!(error instanceof DrizzleQueryError)) return { message, stack };
  const said = `Failed query: ${error.query}`;
  return { message: said, stack: stack?.replace(message, () => said) };
};

/** Returns the loggable parts of a failure. Objects that a library attaches to it (connections, requests) stay out of the log. */
const serializeFailure = (error: unknown, depth = 0): LoggedFailure => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { cause } = error;
  return {
    type: error.name,
    ...withoutValues(error),
    ...('code' in error ? { code: error.code } : {}),
    ...(cause instanceof Error && depth < 3 ? { cause: serializeFailure(cause, depth + 1) } : {}),
  };
};

type LogOptions = {
  level: string;
  /** Readable lines instead of JSON. Default: true on a terminal. */
  pretty?: boolean;
  /** Default: standard output. */
  destination?: DestinationStream;
  /** A file that gets every line. The destination then gets warnings and failures only, in words, on one line each. */
  file?: string | undefined;
};

/** The formatters of pino skip the fixed fields of a child log, so they are cleaned here. */
const withoutSecretsInChildren = (log: Log): Log => {
  const { child } = log;
  const createChildLog = function (this: Log, bindings: object, options?: object) {
    return child.call(this, withoutSecrets(bindings), options);
  };
  return Object.assign(log, { child: createChildLog });
};

const standardOutput = (isTerminal: boolean): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true });
  if (isTerminal) return output;
  const lines = joinLines(output);
  process.once('exit', () => lines.flush());
  return lines;
};

const withFile = (terminal: DestinationStream, file: DestinationStream): DestinationStream => ({
  write: (line) => {
    file.write(line);
    const brief = briefLine(line);
    if (brief !== undefined) terminal.write(brief);
  },
});

/** Makes the log of a process: JSON lines, or short readable ones on a terminal. */
export const createLog = ({ level, pretty, destination, file }: LogOptions): Log => {
  const readable = pretty ?? (destination === undefined && process.stdout.isTTY === true);
  const target = destination ?? standardOutput(readable);
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields),
      },
      serializers: {
        err: (error: unknown) => serializeFailure(error),
        cause: (error: unknown) => serializeFailure(error),
      },
    },
    file === undefined ? (readable ? prettyLines(target) : target) : withFile(target, logFile(file)),
  );
  return withoutSecretsInChildren(log);
};

/** A log that writes nothing. */
export const silentLog = (): Log => pino({ level: 'silent' });
