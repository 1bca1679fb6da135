import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { csvLine, csvMark } from '../../../../kernel/base/csv.ts';

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
