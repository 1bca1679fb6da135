import { Readable } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { type FileValue, filesIn } from '@atelier/contracts/fields/file-value';
import { cleanInput } from '../../../../../kernel/base/clean-text.ts';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { isJsonLinesType, isJsonType } from '../../../../../kernel/http/bodies/read-body.ts';
import type { Part } from '../../../../../kernel/module/part.ts';
import { removeFiles, runFiles, storeUpload } from '../../../../content/files/index.ts';
import type { FlowRunInput } from '../flow-run-type.ts';
import type { FileOwner } from './file-owner.ts';
import { keepUpload } from './platform-files.ts';

/**
 * Returns the part of an input that names the files of its payload: those that the run `of` holds, or, with null, those that were uploaded for
 * the flow. For starts by those who may read these files; whoever calls a webhook may only name files that came with the call.
 */
export const filesOfPayload = (payload: JsonValue, of: string | null): Pick<FlowRunInput, 'files'> => {
  const ids = filesIn(payload).map(({ id }) => id);
  return ids.length === 0 ? {} : { files: { ids, of } };
};

/** Lets a run hold the files that its input names, so that they live as long as the run. */
export const takeFiles = async (
  tx: TxCtx,
  runId: string,
  { files, flowId }: Pick<FlowRunInput, 'files' | 'flowId'>,
): Promise<void> => {
  if (!files) return;
  const { ids, of } = files;
  await runFiles.hold(tx, runId, { ids, from: of === null ? { scopeId: flowId } : { runId: of } });
};

type FilePart = Extract<Part, { kind: 'file' }>;

/** The most files of one request. */
const mostFiles = 20;
/** The most characters of all other parts of a form. */
const mostText = 1024 * 1024;
const mebibyte = 1024 * 1024;

/** The body of a request whose files are stored, and the ids of these files. */
export interface Received {
  body: JsonValue;
  ids: string[];
}

const keep = async (ctx: Ctx, owner: FileOwner, part: FilePart): Promise<FileValue> => {
  const outcome = await storeUpload(ctx, part);
  if (outcome.kind === 'stored') return keepUpload(ctx, owner, outcome.upload);
  const { name, maxBytes } = outcome;
  const message = `“${name}” is larger than the limit of ${Math.floor(maxBytes / mebibyte)} MB. Please send a smaller file.`;
  throw new AppError('flows.file_too_large', { name, maxBytes }, { message });
};

/** Names that occur several times, as those of several files do, become a list. */
const collect = (entries: readonly (readonly [string, JsonValue])[]): JsonValue => {
  const byName = new Map<string, JsonValue[]>();
  for (const [name, value] of entries) byName.set(name, [...(byName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? null) : values]),
  );
};

const readParts = async (
  ctx: Ctx,
  { owner, ids }: { owner: FileOwner; ids: string[] },
  parts: AsyncIterable<Part>,
): Promise<JsonValue> => {
  const entries: [string, JsonValue][] = [];
  let length = 0;
  for await (const part of parts) {
    if (part.kind === 'field') {
      length += part.name.length + part.value.length;
      if (length > mostText) return fail('flows.body_unreadable');
      entries.push([part.name, part.value]);
      continue;
    }
    if (ids.length >= mostFiles) return fail('flows.too_many_files');
    const file = await keep(ctx, owner, part);
    ids.push(file.id);
    entries.push([part.name, { ...file }]);
  }
  return cleanInput(collect(entries)) as JsonValue;
};

/**
 * Stores the files of a form with parts. Either all are kept or none. Throws `flows.too_many_files`, `flows.file_too_large`,
 * `flows.body_unreadable`, `billing.plan_limit` and `storage.full`.
 */
export const receiveParts = async (
  ctx: Ctx,
  owner: FileOwner,
  parts: AsyncIterable<Part>,
): Promise<Received> => {
  const ids: string[] = [];
  try {
    return { body: await readParts(ctx, { owner, ids }, parts), ids };
  } catch (error) {
    await ctx.tx((tx) => removeFiles(tx, ids));
    throw error;
  }
};

const namedIn = (disposition: string | undefined): string | undefined =>
  /filename\s*=\s*"([^"]{1,300})"/i.exec(disposition ?? '')?.[1];

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** Returns true for a body that is the bytes of one file. */
export const isFileType = (type: string): boolean =>
  /^(image|audio|video|font|application)\//.test(type) &&
  !/[/+](json|xml|yaml|x-yaml|javascript|graphql|x-www-form-urlencoded)$/.test(type) &&
  !isJsonType(type) &&
  !isJsonLinesType(type);

/** Stores a body that is the bytes of one file. Throws `billing.plan_limit` and `storage.full`. */
export const receiveBytes = async (
  ctx: Ctx,
  owner: FileOwner,
  {
    bytes,
    type,
    disposition,
  }: {
    bytes: AsyncIterable<Uint8Array>;
    type: string;
    disposition: string | undefined;
  },
): Promise<Received> => {
  const file = await keep(ctx, owner, {
    kind: 'file',
    name: 'body',
    filename: namedIn(disposition) ?? `file.${endings[type] ?? 'bin'}`,
    mimeType: type,
    stream: Readable.from(bytes, { objectMode: false }),
    truncated: () => false,
  });
  return { body: { ...file }, ids: [file.id] };
};
