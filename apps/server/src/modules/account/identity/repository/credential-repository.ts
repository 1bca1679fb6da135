import { Role } from '@atelier/contracts/kernel/permissions';
import { getViewName } from 'drizzle-orm';
import type { Pool } from 'pg';
import {
  type RevisionRow,
  type Revisions,
  revisionColumns,
  revisionsIn,
} from '../../../../kernel/cache/revisions.ts';
import { activeMemberships } from '../../tenancy/declarations.ts';

/** The user and the tenant behind a session token or an API key. */
export interface Credential {
  userId: string;
  tenantId: string;
  role: Role;
  name: string;
  email: string;
  /** True when the address was verified by more than the outbox of this machine. */
  mailProven: boolean;
  /** Seconds until the session ends; null for an API key. */
  endsIn: number | null;
  /** Seconds until the session should be prolonged, negative when it is due; null for an API key. */
  dueIn: number | null;
  revisions: Revisions;
}

interface CredentialRow extends RevisionRow {
  user_id: string;
  tenant_id: string;
  role: string;
  name: string;
  email: string;
  mail_proven: boolean;
  ends_in: number | null;
  due_in: number | null;
}

// One statement authenticates a request: it finds the token's row by primary key, then three more rows by theirs. The statement is named,
// so that the database plans it once per connection.
const bySession = `select s.user_id, s.tenant_id, m.role, u.name, u.email, u.email_verified and u.mail_proven as mail_proven,
    extract(epoch from s.expires_at - now())::float8 as ends_in,
    extract(epoch from s.refreshed_at + interval '1 minute' - now())::float8 as due_in, ${revisionColumns('s.tenant_id', 's.user_id')}
  from sessions s
  join ${getViewName(activeMemberships)} m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
  join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now()`;

const byApiKey = `select k.user_id, k.tenant_id, m.role, u.name, u.email, u.email_verified and u.mail_proven as mail_proven,
    null as ends_in, null as due_in, ${revisionColumns('k.tenant_id', 'k.user_id')}
  from api_keys k
  join ${getViewName(activeMemberships)} m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
  join users u on u.id = k.user_id
  where k.key_hash = $1`;

const prolong = `update sessions set refreshed_at = now(),
    expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3))
  where token_hash = $1 and refreshed_at < now() - interval '1 minute'`;

const find = async (pool: Pool, name: string, text: string, hash: string): Promise<Credential | null> => {
  const { rows } = await pool.query<CredentialRow>({ name, text, values: [hash] });
  const row = rows[0];
  if (!row) return null;
  return {
    userId: row.user_id,
    tenantId: row.tenant_id,
    role: Role.parse(row.role),
    name: row.name,
    email: row.email,
    mailProven: row.mail_proven,
    endsIn: row.ends_in,
    dueIn: row.due_in,
    revisions: revisionsIn(row),
  };
};

/** The reads that every request makes. They run outside a transaction, because one statement needs none. */
export const credentialRepository = {
  findBySession: (pool: Pool, tokenHash: string) => find(pool, 'credential-by-session', bySession, tokenHash),

  findByApiKey: (pool: Pool, keyHash: string) => find(pool, 'credential-by-api-key', byApiKey, keyHash),

  /** Prolongs a session that is due, but not beyond its absolute end. Returns false when another request just did. */
  prolongSession: async (
    pool: Pool,
    tokenHash: string,
    { unusedSeconds, longestSeconds }: { unusedSeconds: number; longestSeconds: number },
  ): Promise<boolean> =>
    (await pool.query(prolong, [tokenHash, unusedSeconds, longestSeconds])).rowCount === 1,
};
