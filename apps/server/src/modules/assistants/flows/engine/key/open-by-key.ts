import { and, eq } from 'drizzle-orm';
import { fail } from '../../../../../kernel/base/errors.ts';
import { createContext } from '../../../../../kernel/context/create-context.ts';
import type { TenantDb } from '../../../../../kernel/db/tenant-db.ts';
import type { BearerKind, Principal } from '../../../../../kernel/module/principal.ts';
import { runs } from '../../../../../kernel/runs/index.ts';
import { isTerminal } from '../../../../../kernel/runs/view/index.ts';
import { findTenant, tenantMembers } from '../../../../account/tenancy/index.ts';
import { FlowRunInput, flowRunKind } from '../flow-run-type.ts';
import { keyPrefix, runKeys } from './run-keys.ts';

/** Returns the state and the input of a run of a flow, as the kernel stores them. */
const findRun = async (db: TenantDb, runId: string) => {
  const [row] = await db
    .select({ status: runs.status, input: runs.input })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.kind, flowRunKind)));
  return row;
};

/**
 * The key of a run: it opens what the run may reach, as long as the run goes on and its member belongs to the company. Afterwards it is refused
 * everywhere, also where visitors may call, so that whoever holds it knows why.
 */
export const keyOfRun: BearerKind = {
  prefix: keyPrefix,
  authenticate: async ({ services, container }, key): Promise<Principal | null> => {
    const owner = container.use(runKeys).read(key);
    if (!owner) return null;
    const { tenantId, runId } = owner;
    const actor = { kind: 'system' as const, name: 'flows.key-of-run' };
    const { identityPool: pool } = services;
    return createContext({ pool, container, services, tenantId, actor }).tx(async (tx) => {
      const run = await findRun(tx.db, runId);
      const opened = run && !isTerminal(run.status) ? FlowRunInput.parse(run.input).key : undefined;
      const member = opened && (await tenantMembers.find(tx, opened.memberId));
      if (!member || (await findTenant(tx.db, tenantId))?.status !== 'ACTIVE')
        return fail('auth.unauthenticated');
      const { userId, role } = member;
      const { reaches } = opened;
      return {
        ...{ kind: 'api-key', userId, tenantId, role, reaches },
        ...{ name: 'Run of a flow', isInternal: false, csrfToken: null },
      };
    });
  },
};
