import { authorization } from '@atelier/contracts/content/connections/authorization';
import { matrixOf } from '../matrix.ts';

export const authorizationMatrix = matrixOf(authorization, {
  providers: { plain: 'it shows what is configured' },
  authorizationUrl: { plain: 'nothing is configured here', parts: { body: { provider: 'crm' } } },
  finish: {
    plain: 'the state leads to the session that began',
    parts: { body: { code: 'made-up', state: 'made-up' } },
  },
  check: {
    plain: 'none can be made here, as nothing is configured',
    parts: { params: { id: 'aut_made_up' } },
  },
});
