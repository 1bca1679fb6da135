import { z } from 'zod';
import { lookupId, requiredText, Timestamp, text } from '../../kernel/shapes.ts';

/** The sources of a worker's inputs. */
export const WorkerInputKind = z.enum(['UPLOAD', 'WEBHOOK', 'SCHEDULE', 'API', 'MAIL', 'APP', 'WORKER']);
export type WorkerInputKind = z.infer<typeof WorkerInputKind>;

/** A queue input as it is set. `inputId` names one that exists already; without it, it is made anew. */
const named = { inputId: lookupId.optional() };

export const WorkerInputSettings = z.discriminatedUnion('kind', [
  z.object({ ...named, kind: z.literal('UPLOAD') }),
  z.object({ ...named, kind: z.literal('API') }),
  z.object({ ...named, kind: z.literal('WEBHOOK') }),
  z.object({
    ...named,
    kind: z.literal('SCHEDULE'),
    /** Five fields. */
    cron: requiredText(100, 'Please enter when the worker starts'),
    timeZone: text(60).default('UTC'),
    /** The text that the worker gets each time. */
    input: requiredText(8000, 'Please enter what the worker has to do each time'),
  }),
  z.object({
    ...named,
    kind: z.literal('MAIL'),
    /** A connection to a mailbox (IMAP). */
    connectionId: lookupId,
    folder: text(200).default('INBOX'),
    everyMinutes: z.number().int().min(1).max(1440).default(5),
  }),
  /** Questions to apps that name the worker in their settings. */
  z.object({ ...named, kind: z.literal('APP') }),
  /** The results of another worker. */
  z.object({ ...named, kind: z.literal('WORKER') }),
]);
export type WorkerInputSettings = z.output<typeof WorkerInputSettings>;

/** A queue input as it is read. */
export const WorkerInput = z.object({
  inputId: z.string(),
  kind: WorkerInputKind,
  settings: WorkerInputSettings,
  /** The path of a webhook, which is added to the address of the server; null for every other kind. */
  path: z.string().nullable(),
  /** When it looks or starts next; null for kinds that do not, and while the worker takes nothing. */
  nextAt: Timestamp.nullable(),
  /** When it looked last. */
  lookedAt: Timestamp.nullable(),
  /** Why it failed last; null when all is well. */
  cause: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type WorkerInput = z.infer<typeof WorkerInput>;

/** The destination of a worker's results. The record always keeps them as well. */
export const WorkerOutputKind = z.enum(['KEEP', 'TABLE', 'WEBHOOK', 'MAIL', 'WORKER', 'FILE']);
export type WorkerOutputKind = z.infer<typeof WorkerOutputKind>;

const output = { outputId: lookupId.optional() };

export const WorkerOutput = z.discriminatedUnion('kind', [
  z.object({ ...output, kind: z.literal('KEEP') }),
  z.object({
    ...output,
    kind: z.literal('TABLE'),
    /** The name of the CSV file. */
    name: requiredText(100, 'Please enter the name of the table'),
    /** Names of fields of the result, and so of the columns. Empty: the fields of the first result. */
    columns: z.array(requiredText(100, 'Please enter the name of the column')).max(50).default([]),
  }),
  z.object({ ...output, kind: z.literal('WEBHOOK'), url: z.url({ protocol: /^https?$/ }).max(2000) }),
  z.object({
    ...output,
    kind: z.literal('MAIL'),
    to: z.array(z.email().max(254)).min(1).max(10),
    /** Empty: the name of the record. */
    subject: text(200).default(''),
  }),
  z.object({ ...output, kind: z.literal('WORKER'), workerId: lookupId }),
  z.object({
    ...output,
    kind: z.literal('FILE'),
    /** Empty: the name of the record. */
    name: text(100).default(''),
    format: z.enum(['MARKDOWN', 'TEXT', 'JSON']).default('MARKDOWN'),
  }),
]);
export type WorkerOutput = z.output<typeof WorkerOutput>;
