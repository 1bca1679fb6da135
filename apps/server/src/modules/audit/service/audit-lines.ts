import type { AuditEntry } from '@atelier/contracts';

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

/** A spreadsheet runs what begins with one of these, also behind blanks; the quote in front makes it text. */
const startsFormula = /^\s*[=+\-@\t\r\n]/;

/** One value of a CSV line, quoted, and never a formula. */
export const csvCell = (value: string): string => {
  const text = startsFormula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
};

export const auditLines = {
  csv: {
    type: 'text/csv; charset=utf-8',
    // The mark tells spreadsheets that the text is UTF-8.
    head: `\uFEFF${Object.keys(columns).map(csvCell).join(',')}\r\n`,
    line: (entry: Entry): string =>
      `${Object.values(columns)
        .map((read) => csvCell(read(entry)))
        .join(',')}\r\n`,
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: Entry): string => `${JSON.stringify(entry)}\n`,
  },
};
