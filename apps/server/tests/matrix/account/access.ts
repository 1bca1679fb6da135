import { access } from '@atelier/contracts/account/access';
import { matrixOf } from '../matrix.ts';

export const accessMatrix = matrixOf(access, {
  list: { naming: ({ appId }) => ({ params: { entityId: appId } }) },
  give: { naming: ({ appId }) => ({ body: { entityId: appId, email: 'somebody@example.com' } }) },
  update: { naming: ({ appId }) => ({ params: { entityId: appId }, body: { userIds: [] } }) },
  remove: { naming: ({ appId }) => ({ params: { entityId: appId }, query: { userId: 'auth_somebody' } }) },
});
