import type { Actor } from '../../context/context.ts';
import type { JournalRow, SignalRow, StartRow } from '../definition/rows.ts';

/** A run as returned by `atelier.claim_runs` (migration 0373). 64-bit numbers are texts. */
export interface ClaimedRun extends Record<string, unknown> {
  lane: number;
  tenant_id: string;
  id: string;
  kind: string;
  version: number;
  engine: number;
  subject_id: string | null;
  scope_id: string | null;
  input: unknown;
  actor: Actor;
  epoch: number;
  inbox: number;
  attempts: number;
  losses: number;
  cost: string;
  budget: string | null;
  root_id: string | null;
  parent_id: string | null;
  cancelled: boolean;
  created_at: Date;
  /** The first page of the journal. */
  journal: JournalRow[];
  signals: SignalRow[];
}

/** The number of journal entries that are read at a time. */
export const journalPage = 200;

/** Returns a run that was just started here in the form of a claimed run. */
export const claimOf = (row: Omit<StartRow, 'here'> & { actor: Actor }, input: unknown): ClaimedRun => ({
  lane: row.lane,
  tenant_id: row.t,
  id: row.r,
  kind: row.kind,
  version: row.version,
  engine: row.engine,
  subject_id: row.subject,
  scope_id: row.scope,
  input,
  actor: row.actor,
  epoch: 1,
  inbox: 0,
  attempts: 0,
  losses: 0,
  cost: '0',
  budget: row.budget === null ? null : String(row.budget),
  root_id: null,
  parent_id: row.parent,
  cancelled: false,
  created_at: new Date(),
  journal: [],
  signals: [],
});
