import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { Together } from '../../../../kernel/base/together.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderRuns } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import {
  type ImportWithRun,
  importRepository,
  knowledgeBaseRepository,
  knowledgeTopic,
} from '../../bases/index.ts';
import { createFiles, discardUploads, type StoredUpload } from '../../files/index.ts';
import { toImportStatus } from '../import-status.ts';
import { isRetryable } from '../policy.ts';
import { importRunType } from '../topic.ts';
import { removeImports } from './remove-imports.ts';
import { lockImport, orderAgain } from './retry-import.ts';
import { checkStorage } from './stored-items.ts';

const largestBatch = 100;
/** The most files of a form whose bytes have arrived and that are not added yet. */
const mostOpen = 100;

/** A file whose bytes are stored, with the labels that the form gave it. */
interface NewImport {
  upload: StoredUpload;
  labels: DocumentLabels;
}

/**
 * The outcome for one upload. `again` and `unchanged` mean that the knowledge base already held this file, so the new bytes
 * are not needed.
 */
interface AddedImport {
  import: ImportWithRun;
  outcome: 'made' | 'again' | 'unchanged';
}

/** Files that one caller adds to a knowledge base. */
interface Addition {
  ctx: Ctx;
  knowledgeBaseId: string;
  files: readonly NewImport[];
}

type ByCaller = NewImport & { by: Ctx };

/** Keeps the existing file, and retries its import if it had failed. */
const keepSame = async (tx: TxCtx, importId: string, by: Ctx): Promise<AddedImport['outcome']> => {
  const { import: row, run } = await lockImport(tx, importId);
  if (isRetryable(toImportStatus(run))) {
    await orderAgain(tx, row, by);
    return 'again';
  }
  await knowledgeBaseRepository.countUnchanged(tx.db, row.knowledgeBaseId);
  await tx.auditAll('knowledge.import_unchanged', [{ subjectId: importId, details: { name: row.name }, by }]);
  return 'unchanged';
};

/** Inserts the rows of new documents and queues their imports. Throws `billing.plan_limit`. */
const insertAll = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  files: readonly (ByCaller & { id: string })[],
): Promise<void> => {
  if (files.length === 0) return knowledgeBaseRepository.touch(tx.db, knowledgeBaseId);
  const starts = files.map(({ id, by }) => ({
    ...{ subjectId: id, scopeId: knowledgeBaseId, input: {}, actor: by.actor },
  }));
  const bytes = files.reduce((sum, { upload }) => sum + upload.size, 0);
  const [fileIds, runIds] = await Promise.all([
    createFiles(
      tx,
      files.map(({ upload }) => upload),
    ),
    orderRuns(tx, importRunType, starts),
    checkStorage(tx, bytes),
  ]);
  const rows = files.map(({ id, upload: { name, size, sha256 }, labels }, at) => ({
    ...{ id, knowledgeBaseId, fileId: fileIds[at] ?? '', runId: runIds[at] ?? '' },
    ...{ name, type: 'FILE' as const, size, sha256, ...labels },
  }));
  const subjects = files.map(({ id, upload: { name, size }, by }) => ({
    ...{ subjectId: id, details: { name, size }, by },
  }));
  await Promise.all([
    importRepository.insertUploads(tx.db, rows),
    tx.auditAll('knowledge.import_added', subjects),
    tx.signalAll(
      knowledgeTopic(knowledgeBaseId),
      rows.map(({ id }) => id),
    ),
    knowledgeBaseRepository.touch(tx.db, knowledgeBaseId),
  ]);
};

const toUploadKey = ({ sha256, name }: Pick<StoredUpload, 'sha256' | 'name'>): string => `${sha256} ${name}`;

/** Returns the id of the import for each file. Imports are made of the files that the knowledge base does not hold yet. */
const addNew = async (tx: TxCtx, knowledgeBaseId: string, files: readonly ByCaller[]) => {
  const contents = files.map(({ upload }) => upload);
  // The files are compared after the lock, although both statements leave together.
  const [, same] = await Promise.all([
    importRepository.lockContents(tx.db, knowledgeBaseId, contents),
    importRepository.listSame(tx.db, knowledgeBaseId, contents),
  ]);
  const known = new Map(same.map(({ id, ...content }) => [toUploadKey(content), id]));
  const made = new Map<string, ByCaller & { id: string }>();
  for (const file of files) {
    const key = toUploadKey(file.upload);
    if (known.has(key)) continue;
    const id = newId('imp');
    known.set(key, id);
    made.set(id, { id, ...file });
  }
  await insertAll(tx, knowledgeBaseId, [...made.values()]);
  return { ids: files.map(({ upload }) => known.get(toUploadKey(upload)) ?? ''), made: new Set(made.keys()) };
};

/**
 * Creates imports for stored files of several callers and queues them, all in one transaction. Returns the outcomes of each caller, in the
 * order of the files. Throws `billing.plan_limit` when the plan's limit would be exceeded.
 */
const addImports = async (additions: readonly Addition[]): Promise<AddedImport[][]> => {
  const [first] = additions;
  if (!first) return [];
  const files = additions.flatMap(({ ctx: by, files }) => files.map((file) => ({ ...file, by })));
  const added = await first.ctx.tx(async (tx) => {
    const { ids, made } = await addNew(tx, first.knowledgeBaseId, files);
    const outcomes: AddedImport['outcome'][] = [];
    for (const [at, importId] of ids.entries()) {
      // The second of two equal files is recognised as a copy of the first.
      if (made.delete(importId)) outcomes.push('made');
      else outcomes.push(await keepSame(tx, importId, files[at]?.by ?? first.ctx));
    }
    const rows = await importRepository.listByIds(tx.db, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.import.id, row]));
    return outcomes.map((outcome, at): AddedImport => {
      const row = byId.get(ids[at] ?? '');
      if (!row) throw new AppError('knowledge.import_not_found');
      return { import: row, outcome };
    });
  });
  let from = 0;
  return additions.map(({ files: { length } }) => {
    from += length;
    return added.slice(from - length, from);
  });
};

/** The most forms whose files are added in one transaction. */
const mostForms = 16;

/** Adds the files of forms that are received at the same time together. */
const additions = defineService({
  name: 'knowledge.additions',
  create: () => new Together(mostForms, addImports),
});

/** A received file of the form; `file` is set when its bytes are durable. */
interface Received {
  storing: Promise<StoredUpload>;
  labels: DocumentLabels;
  file?: NewImport;
}

/** Adds the files of a form to a knowledge base, in batches, while the next files are being received. */
export class AddingUploads {
  readonly #ctx: Ctx;
  readonly knowledgeBaseId: string;
  /** The results in the order in which the files were sent. */
  readonly #received: Received[] = [];
  readonly #added: AddedImport[] = [];
  /** Settles when all received files have been added. */
  #work: Promise<void> = Promise.resolve();
  #isBusy = false;
  /** True when nothing more is to be added. */
  #isUndone = false;

  constructor(ctx: Ctx, knowledgeBaseId: string) {
    this.#ctx = ctx;
    this.knowledgeBaseId = knowledgeBaseId;
  }

  /**
   * Receives a file. `store` gets a function to call when the last byte has arrived. From then on the next file may be received, while this
   * one is made durable and added. Throws the failures of storing and adding.
   */
  async receive(
    store: (onArrived: () => void) => Promise<StoredUpload>,
    labels: DocumentLabels,
  ): Promise<void> {
    const arrived = Promise.withResolvers<void>();
    const received: Received = { storing: store(arrived.resolve), labels };
    this.#received.push(received);
    await Promise.race([arrived.promise, received.storing]);
    received.storing.then(
      (upload) => {
        received.file = { upload, labels };
        this.#addSoon();
      },
      () => this.#addSoon(),
    );
    if (this.#received.length < mostOpen) return;
    await this.#received[0]?.storing;
    await this.#work;
  }

  #addSoon(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#work = this.#work.then(() => this.#addAll());
    // The failure is thrown where the promise is awaited. Until then it must not count as unhandled.
    this.#work.catch(() => undefined);
  }

  /** Returns one import for each file, in the order sent. */
  async finish(): Promise<ImportWithRun[]> {
    await Promise.all(this.#received.map(({ storing }) => storing));
    this.#addSoon();
    await this.#work;
    return this.#added.map((added) => added.import);
  }

  /** Removes the added files, so that the sender can send everything again. */
  async undo(): Promise<void> {
    this.#isUndone = true;
    await this.#work.catch(() => undefined);
    const stored = await Promise.allSettled(this.#received.map(({ storing }) => storing));
    await discardUploads(
      this.#ctx,
      stored.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    );
    const made = this.#added.flatMap(({ import: row, outcome }) => (outcome === 'made' ? row.import.id : []));
    if (made.length > 0) await removeImports(this.#ctx, made);
  }

  /** Returns the files at the head of the queue whose bytes are durable. */
  #takeStored(): NewImport[] {
    if (this.#isUndone) return [];
    const waiting = this.#received.findIndex(({ file }) => file === undefined);
    const stored = this.#received.slice(0, Math.min(waiting < 0 ? Infinity : waiting, largestBatch));
    return stored.flatMap(({ file }) => file ?? []);
  }

  async #addAll(): Promise<void> {
    try {
      // Files that became durable together are added together.
      await new Promise((resolve) => setImmediate(resolve));
      for (let batch = this.#takeStored(); batch.length > 0; batch = this.#takeStored()) {
        const addition = { ctx: this.#ctx, knowledgeBaseId: this.knowledgeBaseId, files: batch };
        const key = `${this.#ctx.tenantId} ${this.knowledgeBaseId}`;
        const added = await this.#ctx.use(additions).do(key, addition);
        this.#received.splice(0, batch.length);
        this.#added.push(...added);
        const unused = batch.filter((_file, at) => added[at]?.outcome !== 'made');
        await discardUploads(
          this.#ctx,
          unused.map(({ upload }) => upload),
        );
      }
    } finally {
      this.#isBusy = false;
    }
  }
}
