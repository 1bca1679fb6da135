import { z } from 'zod';
import { Field, FieldValues } from '../../fields/fields.ts';
import { Abilities, lookupId, requiredText, Timestamp } from '../../kernel/shapes.ts';
import { DocumentLabels, ImportCause, ImportStatus, ImportType } from '../bases/import-shapes.ts';
import { ImageHandling } from '../bases/knowledge-shapes.ts';

/** The message of every limit field (IMPORT-39). */
export const limitMessage = 'Please enter a value greater than 0';

/** How often a source is read again by itself. `hours` counts with HOURS only. */
export const SourceSchedule = z
  .object({
    every: z.enum(['OFF', 'HOURLY', 'DAILY', 'WEEKLY', 'HOURS']).default('OFF'),
    hours: z
      .number({ error: limitMessage })
      .int('Please enter a whole number of hours')
      .min(1, limitMessage)
      .max(720, 'Please enter at most 720 hours')
      .optional(),
  })
  .refine(({ every, hours }) => every !== 'HOURS' || hours !== undefined, {
    path: ['hours'],
    message: limitMessage,
  });
export type SourceSchedule = z.infer<typeof SourceSchedule>;

/** The most that one reading brings, of any source. */
export const mostSourceItems = 50_000;

const maxItems = z
  .number({ error: limitMessage })
  .int('Please enter a whole number')
  .min(1, limitMessage)
  .max(mostSourceItems, 'Please enter at most 50,000');

const sourceName = requiredText(150, 'Please enter a name');

/** What is read: the kind of source, its settings, and the connection that holds its secrets. */
export const SourceInput = z.object({
  type: ImportType,
  settings: FieldValues.default({}),
  connectionId: lookupId.nullish(),
});
export type SourceInput = z.output<typeof SourceInput>;

export const NewSource = SourceInput.extend({
  knowledgeBaseId: lookupId,
  name: sourceName,
  schedule: SourceSchedule.prefault({}),
  maxItems: maxItems.default(1000),
  /** Leaves out a document whose content the knowledge base holds already. */
  skipDuplicates: z.boolean().default(true),
  /** Of every document that comes from it. */
  labels: DocumentLabels.prefault({}),
});
export type NewSource = z.output<typeof NewSource>;

export const SourceChange = z.object({
  name: sourceName.optional(),
  settings: FieldValues.optional(),
  connectionId: lookupId.nullish(),
  schedule: SourceSchedule.optional(),
  maxItems: maxItems.optional(),
  skipDuplicates: z.boolean().optional(),
  /** PAUSED: not read by itself until it is made ACTIVE or synced. */
  state: z.enum(['ACTIVE', 'PAUSED']).optional(),
  /** Of documents that come from now on; those that are there keep theirs. */
  labels: DocumentLabels.optional(),
});
export type SourceChange = z.output<typeof SourceChange>;

/**
 * `found = imported + unchanged + skipped + failed + pending` of the last sync and of what was sent since. `removed` is
 * beside it: what is gone was not found.
 */
export const SourceBalance = z.object({
  found: z.number().int(),
  imported: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
  removed: z.number().int(),
});
export type SourceBalance = z.infer<typeof SourceBalance>;

/** One reading of a source. */
export const SourceSync = z.object({
  syncId: z.string(),
  status: ImportStatus,
  /** What is being done now, for a person. */
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  error: ImportCause.optional(),
  /** Something worth knowing about a sync that succeeded all the same, such as a limit that it reached. */
  note: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});

/** Where documents of a knowledge base come from, and how it stands with them. */
export const Source = z.object({
  sourceId: z.string(),
  knowledgeBaseId: z.string(),
  type: ImportType,
  name: z.string(),
  settings: FieldValues,
  connectionId: z.string().nullable(),
  schedule: SourceSchedule,
  maxItems: z.number().int(),
  skipDuplicates: z.boolean(),
  labels: DocumentLabels,
  /** A paused source is not read by itself until somebody syncs it. */
  state: z.enum(['ACTIVE', 'PAUSED']),
  pauseReason: z.string().nullable(),
  nextSyncAt: Timestamp.nullable(),
  /** When it was last read to the end. */
  lastSyncAt: Timestamp.nullable(),
  /** The latest sync; null before the first. */
  sync: SourceSync.nullable(),
  balance: SourceBalance,
  /** Documents that came from it and are there. */
  documents: z.number().int(),
  /** WEBHOOK only: whether the inbound address takes documents; null before there is one. */
  hook: z.object({ isOn: z.boolean() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type Source = z.infer<typeof Source>;

/** What is told of the sources of a knowledge base as they change. */
export const SourceEvents = { source: Source, removed: z.object({ sourceId: z.string() }) };

export const SourceItemOutcome = z.enum(['IMPORTED', 'UNCHANGED', 'SKIPPED', 'FAILED', 'PENDING', 'REMOVED']);
export type SourceItemOutcome = z.infer<typeof SourceItemOutcome>;

/** One line of the report on the last sync. */
export const SourceReportItem = z.object({
  externalId: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  outcome: SourceItemOutcome,
  /** Why it was left out or failed. */
  cause: ImportCause.nullable(),
  /** The document that it became, while it is there. */
  knowledgeBaseImportId: z.string().nullable(),
  at: Timestamp,
});
export type SourceReportItem = z.infer<typeof SourceReportItem>;

/** An entry of the list that people choose a source from. */
export const ConnectorEntry = z.object({
  id: z.string(),
  kind: z.enum(['CONNECTOR', 'PLUGIN']),
  status: z.enum(['READY', 'UPCOMING']),
  type: ImportType.nullable(),
  title: z.string(),
  description: z.string(),
  /** Step by step, in Markdown without HTML. */
  help: z.array(z.string()),
  /** Whether it is read with a connection, which `service` and `type` name. */
  connection: z.enum(['NONE', 'OPTIONAL', 'REQUIRED']),
  service: z.enum(['DATABASE', 'WEB']).nullable(),
  connectionFields: z.array(Field),
  settingsFields: z.array(Field),
});
export type ConnectorEntry = z.output<typeof ConnectorEntry>;

export const NewEstimate = z
  .object({
    /** None: a new knowledge base with the usual settings, which is not made before the estimate is agreed to. */
    knowledgeBaseId: lookupId.nullish(),
    files: z
      .array(
        z.object({
          name: requiredText(500, 'Please enter a name'),
          size: z.number().int().min(0),
          /** How long sound or film is, where its container tells. */
          seconds: z.number().min(0).max(1_000_000).optional(),
        }),
      )
      .max(1000)
      .default([]),
    source: SourceInput.extend({ maxItems: maxItems.default(1000) }).optional(),
    /** Of a knowledge base that is not made yet; of one that is there, its settings count. */
    imageHandling: ImageHandling.default('OCR'),
    embeddingModelId: z.string().max(200).nullish(),
    languageModelId: z.string().max(200).nullish(),
    summarize: z.boolean().default(false),
  })
  .refine(({ files, source }) => files.length > 0 || source !== undefined, {
    path: ['files'],
    message: 'Please choose files or a source',
  });
export type NewEstimate = z.output<typeof NewEstimate>;

/** What an import will bring and cost, before it starts. */
export const ImportEstimate = z.object({
  documents: z.number().int(),
  pages: z.number().int(),
  tokens: z.number().int(),
  seconds: z.number().int(),
  credits: z.number(),
  /** Whether everything was looked at; otherwise the numbers are drawn from a part. */
  isExact: z.boolean(),
  note: z.string().nullable(),
});
export type ImportEstimate = z.infer<typeof ImportEstimate>;
