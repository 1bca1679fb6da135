import { Readable } from 'node:stream';
import type { UsageRecord } from '@atelier/contracts';
import type { Ctx } from '../../../kernel/context.ts';
import { type Days, listUsageRecords } from './read-usage.ts';

const pageSize = 500;
const head = ['time', 'kind', 'user', 'app', 'model', 'input tokens', 'output tokens', 'credits'];

/** A cell that a spreadsheet does not take for a formula. */
export const csvCell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

const lineOf = (row: UsageRecord): string =>
  line([
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
  yield line(head);
  let cursor: string | undefined;
  do {
    const page = await listUsageRecords(ctx, { ...days, cursor, limit: pageSize });
    yield page.items.map(lineOf).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Every use of credits in the range as CSV, read page by page while it is sent. */
export const exportUsage = (ctx: Ctx, days: Days): Readable => Readable.from(linesOf(ctx, days));
