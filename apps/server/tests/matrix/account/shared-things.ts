import { sharedThings } from '@atelier/contracts/account/shared-things';
import { matrixOf } from '../matrix.ts';

export const sharedThingsMatrix = matrixOf(sharedThings, {
  list: { plain: 'it lists what the caller sees in their own company' },
  readRequest: { naming: ({ appId }) => ({ params: { entityId: appId } }) },
  ask: { naming: ({ appId }) => ({ params: { entityId: appId }, body: {} }) },
  listRequests: { plain: "it lists the requests of the caller's own company" },
  decline: { naming: ({ appId }) => ({ params: { entityId: appId }, query: { userId: 'auth_somebody' } }) },
});
