import type { AuditActor, AuditEntry } from '@atelier/contracts/operate/audit';
import type { Actor } from '../../../kernel/context/actor.ts';
import type { AuditRow } from '../../../kernel/context/audit-log.ts';

export const presentActor = (actor: Actor): AuditActor => {
  if (actor.kind === 'visitor') return { kind: 'visitor', userId: null, name: 'Visitor' };
  if (actor.kind === 'system') return { kind: 'system', userId: null, name: actor.name };
  if (actor.kind === 'app-user') return { kind: 'app-user', userId: actor.appUserId, name: actor.name };
  return { kind: actor.kind, userId: actor.userId, name: actor.name };
};

export const presentEntry = (row: AuditRow, subjectName: string | null): AuditEntry => ({
  auditId: row.id,
  action: row.action,
  actor: presentActor(row.actor),
  subjectId: row.subjectId,
  subjectName,
  details: row.details,
  address: row.address,
  requestId: row.requestId,
  createdAt: row.createdAt.toISOString(),
});
