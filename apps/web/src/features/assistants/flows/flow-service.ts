import { orchestratorToken } from '@atelier/contracts/account/identity/orchestrator-token';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { readStored, storageKeys } from '../../../lib/browser/storage.ts';
import { call } from '../../../lib/server/api.ts';
import { ApiError } from '../../../lib/server/api-error.ts';
import { readProperty } from '../../../ui/feedback/read-property.ts';

/** FLOW-26, FLOW-27. */
export const tenantNotFound = 'No company was found for the flows. Please sign in again.';
/** FLOW-28. */
const countFailed = 'Failed to fetch orchestrator flows count';

/** A failure of the calls that the documents give to the flow service, with their words. */
export class FlowServiceError extends Error {}

/** Waits for a call. A reply that is not ok becomes the documented error (FLOW-25). */
const documented = async <T>(reply: Promise<T>): Promise<T> => {
  try {
    return await reply;
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status === 0) throw cause;
    throw new FlowServiceError(`HTTP error! Status: ${cause.status}`, { cause });
  }
};

/** Throws when no user is stored (FLOW-26). */
const storedTenant = (): string => {
  const tenantId = readProperty(readStored(storageKeys.user), 'tenantId');
  if (typeof tenantId !== 'string') throw new FlowServiceError(tenantNotFound);
  return tenantId;
};

/** Obtains the token of the orchestrator for the company of the stored user (FLOW-20). */
export const obtainToken = async () => {
  const tenantId = storedTenant();
  const reply = await documented(call(orchestratorToken.endpoints.obtain, { body: { tenantId } }));
  return { ...reply, tenantId };
};

/** Counts the flows that the user sees. */
export const countFlows = async (): Promise<number> => {
  const tenantId = storedTenant();
  try {
    return (await documented(call(flows.endpoints.count, { query: { tenantId } }))).count;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new FlowServiceError(`${countFailed}: ${why}`, { cause });
  }
};
