import type { Pool } from 'pg';
import { readErrorCode } from '../base/error-code.ts';

/** The tenant and the user whose revisions a transaction compares. */
export interface Subjects {
  tenantId: string;
  userId: string | null;
}

/**
 * The revisions of a tenant and of a user at one moment. The database gives a subject a new revision with each change of data that may be
 * remembered about it (`atelier.revise_with` in the migrations). Revisions are only compared for equality.
 */
export interface Revisions {
  tenant: string;
  user: string;
}

const buildRevisionSql = (subject: string): string =>
  `coalesce((select revision from revisions where subject = ${subject}), 0)`;

/** Returns the columns of a select that reads the revisions of the subjects that the two expressions name. */
export const revisionColumns = (tenantId: string, userId: string): string =>
  `${buildRevisionSql(tenantId)} as tenant_revision, ${buildRevisionSql(userId)} as user_revision`;

export interface RevisionRow {
  tenant_revision: string;
  user_revision: string;
}

export const revisionsIn = (row: RevisionRow): Revisions => ({
  tenant: row.tenant_revision,
  user: row.user_revision,
});

const readRevisions = `select ${revisionColumns('$1', '$2')}`;

/**
 * Something that is remembered about a caller and not verified yet. The beginning of a transaction returns the present revisions at no
 * extra cost. The first result counts for the whole request, because a change during the request applies to the next one.
 */
export class Supposition {
  readonly subjects: Readonly<Subjects>;
  readonly #at: Revisions;
  #holds: boolean | undefined;

  constructor(subjects: Subjects, at: Revisions) {
    this.subjects = subjects;
    this.#at = at;
  }

  /** True when the remembered data is current, false when it is outdated, undefined until it has been compared. */
  get verdict(): boolean | undefined {
    return this.#holds;
  }

  /** The revisions of the remembered data, as long as they have not been compared. */
  get unproven(): Revisions | undefined {
    return this.#holds === undefined ? this.#at : undefined;
  }

  /** Compares with the present revisions. Returns whether the remembered data is current. */
  judge(now: Revisions): boolean {
    this.#holds ??= now.tenant === this.#at.tenant && now.user === this.#at.user;
    return this.#holds;
  }

  /** Asks the database, unless the result is known. */
  async prove(pool: Pool): Promise<boolean> {
    if (this.#holds !== undefined) return this.#holds;
    const { tenantId, userId } = this.subjects;
    const { rows } = await pool.query<RevisionRow>({
      name: 'revisions',
      text: readRevisions,
      values: [tenantId, userId],
    });
    const [row] = rows;
    return row !== undefined && this.judge(revisionsIn(row));
  }
}

/** A statement that fails with `REV01` when a subject, $1, no longer has the revision $2. */
export const requireRevision = {
  name: 'atelier_require_revision',
  text: 'select atelier.require_revision($1, $2)',
};

/** True when PostgreSQL refused a transaction because what it had used was out of date. */
export const isOutOfDate = (error: unknown): boolean => readErrorCode(error) === 'REV01';

/** Thrown by a transaction that began with data that is out of date. The caller that remembered the data reads it again and starts over. */
export class OutOfDate extends Error {
  constructor() {
    super('What was remembered is out of date.');
    this.name = 'OutOfDate';
  }
}
