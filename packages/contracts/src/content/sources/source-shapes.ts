import { z } from 'zod';
import { Field, FieldValues } from '../../fields/fields.ts';
import { edited, Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, requiredText, Timestamp } from '../../kernel/shapes.ts';
import { DocumentLabels, ImportCause, ImportStatus, ImportType } from '../bases/import-shapes.ts';
import { ImageHandling } from '../bases/knowledge-shapes.ts';

/** The message of every limit field (IMPORT-39). */
export const limitMessage = 'Please enter a value greater than 0';

/** The schedule by which a source is synced automatically. `hours` applies to HOURS only. */
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

/** The most documents that one sync of any source imports. */
export const mostSourceItems = 50_000;

const maxItems = z
  .number({ error: limitMessage })
  .int('Please enter a whole number')
  .min(1, limitMessage)
  .max(mostSourceItems, 'Please enter at most 50,000');

const sourceName = requiredText(150, 'Please enter a name');

/** The kind of source, its settings, and the connection that holds its secrets. */
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
  /** Skips documents whose content the knowledge base contains already. */
  skipDuplicates: z.boolean().default(true),
  /** The labels of all documents that come from this source. */
  labels: DocumentLabels.prefault({}),
});
export type NewSource = z.output<typeof NewSource>;

export const SourceChange = z.object({
  ...edited,
  name: sourceName.optional(),
  settings: FieldValues.optional(),
  connectionId: lookupId.nullish(),
  schedule: SourceSchedule.optional(),
  maxItems: maxItems.optional(),
  skipDuplicates: z.boolean().optional(),
  /** PAUSED: not synced automatically until it is made ACTIVE or synced by hand. */
  state: z.enum(['ACTIVE', 'PAUSED']).optional(),
  /** Labels of documents that are imported from now on; existing documents keep theirs. */
  labels: DocumentLabels.optional(),
});
export type SourceChange = z.output<typeof SourceChange>;

/**
 * `found = imported + unchanged + skipped + failed + pending`, counted over the last sync and the documents received since.
 * `removed` is not part of the sum: it counts documents that the source no longer has.
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

/** One sync of a source. */
export const SourceSync = z.object({
  syncId: z.string(),
  status: ImportStatus,
  /** The present step in words, shown to the user. */
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  error: ImportCause.optional(),
  /** A warning about a sync that succeeded, for example that it reached a limit. */
  note: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});

/** A source of documents of a knowledge base, with the state of its last sync. */
export const Source = z.object({
  sourceId: z.string(),
  revision: Revision,
  knowledgeBaseId: z.string(),
  type: ImportType,
  name: z.string(),
  settings: FieldValues,
  connectionId: z.string().nullable(),
  schedule: SourceSchedule,
  maxItems: z.number().int(),
  skipDuplicates: z.boolean(),
  labels: DocumentLabels,
  /** A PAUSED source is not synced automatically. */
  state: z.enum(['ACTIVE', 'PAUSED']),
  pauseReason: z.string().nullable(),
  nextSyncAt: Timestamp.nullable(),
  /** The end of the last complete sync. */
  lastSyncAt: Timestamp.nullable(),
  /** The latest sync; null before the first. */
  sync: SourceSync.nullable(),
  balance: SourceBalance,
  /** Number of existing documents that came from this source. */
  documents: z.number().int(),
  /** WEBHOOK only: whether the inbound address accepts documents; null before an address was created. */
  hook: z.object({ isOn: z.boolean() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type Source = z.infer<typeof Source>;

/** Server-sent events about changes to the sources of a knowledge base. */
export const SourceEvents = { source: Source, removed: z.object({ sourceId: z.string() }) };

export const SourceItemOutcome = z.enum(['IMPORTED', 'UNCHANGED', 'SKIPPED', 'FAILED', 'PENDING', 'REMOVED']);
export type SourceItemOutcome = z.infer<typeof SourceItemOutcome>;

/** One line of the report on the last sync. */
export const SourceReportItem = z.object({
  externalId: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  outcome: SourceItemOutcome,
  /** The reason for which the document was skipped or failed. */
  cause: ImportCause.nullable(),
  /** The imported document; null when there is none or it was deleted. */
  knowledgeBaseImportId: z.string().nullable(),
  at: Timestamp,
});
export type SourceReportItem = z.infer<typeof SourceReportItem>;

/** One entry of the list of connectors that users choose from. */
export const ConnectorEntry = z.object({
  id: z.string(),
  kind: z.enum(['CONNECTOR', 'PLUGIN']),
  status: z.enum(['READY', 'UPCOMING']),
  type: ImportType.nullable(),
  title: z.string(),
  description: z.string(),
  /** Instructions, one step per entry, in Markdown without HTML. */
  help: z.array(z.string()),
  /** Tells whether the source needs a connection; `service` and `type` name its kind. */
  connection: z.enum(['NONE', 'OPTIONAL', 'REQUIRED']),
  service: z.enum(['DATABASE', 'WEB']).nullable(),
  connectionFields: z.array(Field),
  settingsFields: z.array(Field),
});
export type ConnectorEntry = z.output<typeof ConnectorEntry>;

export const NewEstimate = z
  .object({
    /** If no knowledge base is given, the estimate is for a new one with default settings. */
    knowledgeBaseId: lookupId.nullish(),
    files: z
      .array(
        z.object({
          name: requiredText(500, 'Please enter a name'),
          size: z.number().int().min(0),
          /** Duration of a recording in seconds, where the file's container says it. */
          seconds: z.number().min(0).max(1_000_000).optional(),
        }),
      )
      .max(1000)
      .default([]),
    source: SourceInput.extend({ maxItems: maxItems.default(1000) }).optional(),
    /** Applies to a knowledge base that does not exist yet; an existing one uses its own setting. */
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

/** An estimate of the documents and credits of an import before it starts. */
export const ImportEstimate = z.object({
  documents: z.number().int(),
  pages: z.number().int(),
  tokens: z.number().int(),
  seconds: z.number().int(),
  credits: z.number(),
  /** True when everything was examined; false when the numbers are extrapolated from a sample. */
  isExact: z.boolean(),
  note: z.string().nullable(),
});
export type ImportEstimate = z.infer<typeof ImportEstimate>;
