import { expect, it } from 'vitest';
import { auditLines } from './export-audit.ts';

const entry = {
  ...{ auditId: 'aud_1', createdAt: '2026-01-01T00:00:00.000Z', action: 'apps.created', subjectId: 'app_1' },
  ...{ actor: { kind: 'user' as const, userId: 'usr_1', name: 'Ada' }, address: '127.0.0.1' },
  ...{ requestId: 'req_1', details: { access: 'PUBLIC' } },
};

it('has a column for each part of an entry, and an empty one where there is none', () => {
  const cells = (line: string) =>
    line
      .trimEnd()
      .split('","')
      .map((cell) => cell.replaceAll(/^\W?"|"$/g, ''));
  expect(cells(auditLines.csv.head)).toEqual([
    ...['time', 'action', 'actor', 'actor_kind', 'actor_id', 'subject', 'address', 'request', 'details'],
  ]);
  expect(cells(auditLines.csv.line(entry)).slice(0, 8)).toEqual([
    ...['2026-01-01T00:00:00.000Z', 'apps.created', 'Ada', 'user', 'usr_1', 'app_1', '127.0.0.1', 'req_1'],
  ]);
  const system = { ...entry, actor: { ...entry.actor, userId: null }, address: null };
  expect(cells(auditLines.csv.line(system)).slice(4, 7)).toEqual(['', 'app_1', '']);
  expect(auditLines.csv.head.charCodeAt(0)).toBe(0xfeff);
});
