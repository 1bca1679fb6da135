import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyLines } from './log-pretty.ts';

/** The log of the server. One wide line per request, job and model call. */
export type Log = Logger;

/** Fields that never reach the log, wherever a caller puts them. */
export const redactedFields = [
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
] as const;

const paths = redactedFields.flatMap((field) =>
  ['', '*.', '*.*.', '*.*.*.'].map((parents) => `${parents}["${field}"]`.replace('.[', '[')),
);

type LogOptions = {
  level: string;
  /** Lines for people instead of JSON; the default is whether standard output is a terminal. */
  pretty?: boolean;
  /** Where lines go; the default is standard output. */
  destination?: DestinationStream;
};

/** Makes the log of a process: JSON lines, or short readable ones on a terminal. */
export const createLog = ({ level, pretty, destination }: LogOptions): Log => {
  const target = destination ?? pino.destination({ dest: 1, sync: true });
  const readable = pretty ?? (destination === undefined && process.stdout.isTTY === true);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err, cause: pino.stdSerializers.err },
    },
    readable ? prettyLines(target) : target,
  );
};

/** A log that writes nothing. */
export const silentLog = (): Log => pino({ level: 'silent' });
