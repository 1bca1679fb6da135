import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { joinLines } from './join-lines.ts';
import { logFile } from './log-file.ts';
import { briefLine, prettyLines } from './log-pretty.ts';

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
  const childOf = function (this: Log, bindings: object, options?: object) {
    return child.call(this, withoutSecrets(bindings), options);
  };
  return Object.assign(log, { child: childOf });
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
