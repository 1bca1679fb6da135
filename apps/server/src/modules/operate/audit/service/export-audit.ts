import { Readable } from 'node:stream';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AuditEntry, audit } from '@atelier/contracts/operate/audit';
import { csvLine, csvMark } from '../../../../kernel/base/csv.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { presentEntry } from '../present.ts';
import { type AuditFilter, auditRepository } from '../repository.ts';

type Entry = Omit<AuditEntry, 'subjectName'>;

const columns: Record<string, (entry: Entry) => string> = {
  time: ({ createdAt }) => createdAt,
  action: ({ action }) => action,
  actor: ({ actor }) => actor.name,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.userId ?? '',
  subject: ({ subjectId }) => subjectId,
  address: ({ address }) => address ?? '',
  request: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
};

export const auditLines = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvMark + csvLine(Object.keys(columns)),
    line: (entry: Entry): string => csvLine(Object.values(columns).map((read) => read(entry))),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: Entry): string => `${JSON.stringify(entry)}\n`,
  },
};

type ExportQuery = RequestOf<(typeof audit.endpoints)['export']>['query'];

/** Entries are read in batches, each in a transaction of its own, so that a slow reader holds none open. */
const batchSize = 500;

async function* readAuditLines(
  ctx: Ctx,
  filter: AuditFilter,
  format: ExportQuery['format'],
): AsyncIterable<string> {
  const { head, line } = auditLines[format];
  if (head !== '') yield head;
  let cursor: string | null | undefined;
  do {
    const place = { limit: batchSize, cursor: cursor ?? undefined };
    const page = await ctx.tx((tx) => auditRepository.listOn(tx.db, filter, place));
    yield page.rows
      .map((row) => {
        const { subjectName: _unread, ...entry } = presentEntry(row, null);
        return line(entry);
      })
      .join('');
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Exports the log as a file, newest first. The export itself is recorded as the first entry of the file. */
export const exportAudit = async (ctx: Ctx, { format, tenantId: _own, ...filter }: ExportQuery) => {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  await ctx.tx((tx) => tx.audit('audit.exported', tx.tenantId, { format, ...given }));
  const name = `audit-log-${ctx.now().toISOString().slice(0, 10)}.${format}`;
  return {
    type: auditLines[format].type,
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
    body: Readable.from(readAuditLines(ctx, filter, format)),
  };
};
