import { Readable } from 'node:stream';
import type { UsageRecord } from '@atelier/contracts/money/usage';
import { csvLine, csvMark } from '../../../../kernel/base/csv.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type Days, listUsageRecords } from './read-usage.ts';

const pageSize = 500;
const head = ['time', 'kind', 'user', 'app', 'model', 'input tokens', 'output tokens', 'credits'];

const lineOf = (row: UsageRecord): string =>
  csvLine([
    row.at,
    row.kind,
    row.userName,
    row.appName,
    row.modelId,
    row.inputTokens,
    row.outputTokens,
    row.credits,
  ]);

async function* linesOf(ctx: Ctx, days: Days): AsyncIterable<string> {
  yield csvMark + csvLine(head);
  let cursor: string | undefined;
  do {
    const page = await listUsageRecords(ctx, { ...days, cursor, limit: pageSize });
    yield page.items.map(lineOf).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns the usage records of the range as CSV. They are read page by page while the file is sent. */
export const exportUsage = (ctx: Ctx, days: Days): Readable => Readable.from(linesOf(ctx, days));
