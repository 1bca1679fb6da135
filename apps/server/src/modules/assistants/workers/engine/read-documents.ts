import { longestDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { DocumentError } from '@atelier/documents';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { parsers } from '../../../content/documents/index.ts';
import { type FileRow, findFile, pathOfFile } from '../../../content/files/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordRepository } from '../records/repository.ts';
import type { RecordOrder } from './record-order.ts';

const unreadable = (name: string, why: string): RunFailure =>
  new RunFailure({ code: 'workers.document_unreadable', message: `“${name}” could not be read. ${why}` });

/** Reads the text of a file in a parser process. Throws RunFailure. */
const readText = async (ctx: Ctx, file: FileRow, signal: AbortSignal): Promise<string> => {
  const { name } = file;
  const path = await pathOfFile(ctx, file);
  const texts: string[] = [];
  let length = 0;
  try {
    const blocks = ctx.use(parsers.forPreviews).parse({ path, name, owner: ctx.tenantId, signal });
    for await (const { text } of blocks) {
      texts.push(text);
      length += text.length + 2;
      if (length > longestDocument) break;
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw unreadable(name, error.message);
  }
  const text = texts.join('\n\n').slice(0, longestDocument);
  if (text.trim() === '') throw unreadable(name, 'It has no text.');
  return text;
};

/** As `readText`; empty for a file without readable text, such as a picture, which a flow gets as a file. */
const readTextIfAny: typeof readText = (...of) =>
  readText(...of).catch((error: unknown) => {
    if (error instanceof RunFailure) return '';
    throw error;
  });

/** Lists the files that a record came with. */
export const listInputFiles = (ctx: Ctx, recordId: string): Promise<FileRow[]> =>
  ctx.tx(async (tx) => {
    const found: FileRow[] = [];
    for (const { fileId, element } of await recordFiles.list(tx.db, recordId)) {
      const file = element === 'INPUT' ? await findFile(tx, fileId) : undefined;
      if (file) found.push(file);
    }
    return found;
  });

const describeTextLength = (text: string): string =>
  text === '' ? 'No text was found. The flow gets the file.' : `${text.length} characters`;

/** Reads the documents of a record that came without their text, and keeps it. Returns the order with the text. Throws RunFailure. */
export const readDocuments = async (run: RunContext, order: RecordOrder): Promise<RecordOrder> => {
  const { recordId } = order;
  if (order.sourceText !== '' || order.files === 0) return order;
  const name = 'documents';
  const read = order.target.kind === 'FLOW' ? readTextIfAny : readText;
  await run.transaction('@begin/documents', ({ db }) =>
    activityRepository.begin(db, { recordId, name, element: 'INPUT', title: 'Read the document' }),
  );
  const sourceText = await run.step('documents', async () => {
    const texts: string[] = [];
    for (const file of await listInputFiles(run.ctx, recordId))
      texts.push(await read(run.ctx, file, run.signal));
    return texts.filter((text) => text !== '').join('\n\n');
  });
  await run.transaction('@end/documents', async ({ db }) => {
    await recordRepository.update(db, recordId, { sourceText });
    await activityRepository.end(
      db,
      { recordId, name },
      { status: 'COMPLETED', detail: describeTextLength(sourceText) },
    );
  });
  return { ...order, sourceText };
};
