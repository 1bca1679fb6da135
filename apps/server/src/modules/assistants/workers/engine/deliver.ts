import { Readable } from 'node:stream';
import type { WorkerOutput, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { neverCalled, OutboundError } from '../../../../kernel/outbound/outbound.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { createFile } from '../../../content/files/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordTables } from '../records/table-repository.ts';
import type { RecordOrder } from './record-order.ts';
import type { Result } from './run-target.ts';
import { takeInput } from './take-input.ts';

interface Delivery<K extends WorkerOutputKind> {
  order: RecordOrder;
  output: Extract<WorkerOutput, { kind: K }>;
  /** The number of the output among those of the worker. */
  place: number;
  result: Result;
  /** The name of the delivery in the journal of the run. */
  name: string;
  /** The same for every attempt, so that the receiver takes it once. */
  key: string;
}

/** A place for results. */
interface OutputKind<K extends WorkerOutputKind> {
  title(output: Delivery<K>['output']): string;
  /** Delivers the result once, also when the server is killed meanwhile. Returns what there is to say about it. Throws RunFailure. */
  deliver(run: RunContext, delivery: Delivery<K>): Promise<string>;
}

const failed = (message: string): RunFailure => new RunFailure({ code: 'workers.not_delivered', message });

const toText = (value: JsonValue | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const describeField = (name: string, value: JsonValue): string => {
  const words = name.replaceAll('_', ' ').trim();
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  if (Array.isArray(value) && value.length > 0)
    return [`${label}:`, ...value.map((each) => `- ${toText(each)}`)].join('\n');
  return `${label}: ${Array.isArray(value) ? '' : toText(value)}`.trimEnd();
};

/** Returns a result as people read it: its fields, a line each, or its text. */
const readableResult = ({ text, data }: Result): string =>
  isObject(data)
    ? Object.entries(data)
        .map(([name, value]) => describeField(name, value ?? null))
        .join('\n')
    : text;

/** The column of a result that has no fields. */
const textColumn = 'Result';

/** Returns the cells of a result: those of the columns, or of all of its fields. */
const toCells = (
  { data, text }: { data: JsonValue; text: string },
  columns: readonly string[],
): Record<string, string> => {
  const fields: Record<string, JsonValue> = isObject(data) ? data : { [textColumn]: text };
  const names = columns.length === 0 ? Object.keys(fields) : columns;
  return Object.fromEntries(names.map((name) => [name, toText(fields[name])]));
};

/** Appends a row to a table. */
const tableOutput: OutputKind<'TABLE'> = {
  title: ({ name }) => `Appended to ${name}.csv`,
  deliver: async (run, { order, output, result, name }) => {
    const { recordId, workerId } = order;
    const cells = toCells(result, output.columns);
    await run.transaction(name, ({ db }) =>
      recordTables.append(db, {
        ...{ workerId, recordId, name: output.name },
        ...{ outputId: output.outputId ?? '', cells },
      }),
    );
    return Object.values(cells).join(' | ').slice(0, 200);
  },
};

type Format = Extract<WorkerOutput, { kind: 'FILE' }>['format'];

const formats: Record<Format, { ending: string; mime: string; write: (result: Result) => string }> = {
  MARKDOWN: { ending: 'md', mime: 'text/markdown', write: readableResult },
  TEXT: { ending: 'txt', mime: 'text/plain', write: readableResult },
  JSON: {
    ending: 'json',
    mime: 'application/json',
    write: ({ text, data }) => JSON.stringify(data ?? text, null, 2),
  },
};

const withoutEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

/** Stores the result as a file of the record. */
const fileOutput: OutputKind<'FILE'> = {
  title: ({ format }) => `Stored as a ${formats[format].ending} file`,
  deliver: (run, { order: { recordId, name: recordName }, output, place, result, name }) =>
    run.step(name, async () => {
      const { ending, mime, write } = formats[output.format];
      const { name: given } = output;
      const fileName = `${(given === '' ? withoutEnding(recordName) : given).slice(0, 100)}.${ending}`;
      const { ctx } = run;
      const object = await ctx.services.storage.put(Readable.from([Buffer.from(write(result))]), {
        maxBytes: ctx.services.config.server.maxUploadBytes,
      });
      const { key: storageKey, size, sha256 } = object;
      const isNew = await ctx.tx(async (tx) => {
        // A step that was repeated after a crash finds the file of its first attempt.
        if (await recordFiles.hasOutput(tx.db, recordId, place)) return false;
        const fileId = await createFile(tx, { storageKey, name: fileName, mime, size, sha256 });
        await recordFiles.add(tx.db, { recordId, element: 'OUTPUT', fileIds: [fileId], from: place });
        return true;
      });
      if (!isNew) await ctx.services.storage.delete(storageKey);
      return fileName;
    }),
};

const largestAnswer = 64 * 1024;
const longestCallMs = 30_000;

const toHost = (url: string): string => new URL(url).host;

/** Sends the result as JSON. The header `Idempotency-Key` is the same at every attempt. */
const webhookOutput: OutputKind<'WEBHOOK'> = {
  title: ({ url }) => `Sent to ${toHost(url)}`,
  deliver: async (run, { order, output, result, name, key }) => {
    const { url } = output;
    const body = JSON.stringify({
      recordId: order.recordId,
      workerId: order.workerId,
      name: order.name,
      output: result.data ?? result.text,
      text: result.text,
    });
    return run.outward(name, { key, retry: { attempts: 4 } }, async ({ signal }) => {
      try {
        const response = await run.ctx.services.outbound.fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body,
          signal,
          maxBytes: largestAnswer,
          timeoutMs: longestCallMs,
        });
        await response.body?.cancel();
        if (response.ok) return `Answered with status ${response.status}`;
        throw failed(`${toHost(url)} answered with status ${response.status}. Please check the address.`);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw failed(
          neverCalled(error) ? error.message : `${toHost(url)} could not be reached. ${error.message}`,
        );
      }
    });
  },
};

/** The most workers that pass something on in a row. */
const mostDepth = 10;

/** Passes the result on to another worker, which makes a record of it. */
const workerOutput: OutputKind<'WORKER'> = {
  title: () => 'Passed on to another worker',
  deliver: async (run, { order, output, result, name, key }) => {
    if (order.depth >= mostDepth)
      throw failed(`Work was passed on ${mostDepth} times in a row, which is as often as it may be.`);
    return run.transaction(name, async (tx) => {
      const input = {
        ...{ inputKind: 'WORKER' as const, inputKey: key, name: order.name },
        ...{ input: result.text, depth: order.depth + 1 },
      };
      const taken = await takeInput(tx, output.workerId, input);
      if ('record' in taken) return taken.worker.name;
      // Nothing is recorded then, so a retry passes it on.
      throw failed(
        'The worker that results are passed on to is deactivated or deleted. Please choose another one.',
      );
    });
  },
};

/**
 * Sends the result to each address. A mail that was being sent when the server stopped is sent again under the same `Message-ID`, as mail
 * servers themselves do after a lost connection (RFC 1047): a second copy can be recognised, a lost mail cannot.
 */
const mailOutput: OutputKind<'MAIL'> = {
  title: ({ to }) => `Mailed to ${to.join(', ')}`,
  deliver: async (run, { order, output, result, name, key }) => {
    const subject = output.subject === '' ? order.name : output.subject;
    for (const to of output.to)
      await run.outward(
        `${name}/${to}`,
        { key: `${key}/${to}`, retry: { attempts: 3 } },
        ({ key: mailKey }) =>
          run.ctx.services.mailer.send({ to, subject, text: readableResult(result), html: '', key: mailKey }),
      );
    return subject;
  },
};

/** Every kind of place for results. KEEP has none: each result is kept in its record. */
const kinds: { [K in Exclude<WorkerOutputKind, 'KEEP'>]: OutputKind<K> } = {
  TABLE: tableOutput,
  WEBHOOK: webhookOutput,
  MAIL: mailOutput,
  WORKER: workerOutput,
  FILE: fileOutput,
};

type Delivered = Exclude<WorkerOutput, { kind: 'KEEP' }>;

/** Every kind takes outputs of its own kind, which the type of the list cannot say. */
const kindOf = (output: Delivered) => kinds[output.kind] as OutputKind<Delivered['kind']>;

const deliverTo = async (
  run: RunContext,
  { order, result }: { order: RecordOrder; result: Result },
  { output, place }: { output: Delivered; place: number },
): Promise<void> => {
  const { recordId } = order;
  const outputId = output.outputId ?? String(place);
  const name = `output-${outputId}`;
  const kind = kindOf(output);
  await run.transaction(`@begin/${name}`, ({ db }) =>
    activityRepository.begin(db, { recordId, name, element: 'OUTPUT', title: kind.title(output) }),
  );
  const delivery = { order, output, place, result, name, key: `${recordId}/${outputId}` };
  const detail = await kind.deliver(run, delivery);
  await run.transaction(`@end/${name}`, ({ db }) =>
    activityRepository.end(db, { recordId, name }, { status: 'COMPLETED', detail }),
  );
};

/** Delivers a result to each place of the worker, one after the other. Each takes it once. Throws RunFailure. */
export const deliver = async (run: RunContext, order: RecordOrder, result: Result): Promise<void> => {
  for (const [place, output] of order.outputs.entries())
    if (output.kind !== 'KEEP') await deliverTo(run, { order, result }, { output, place });
};
