import { randomBytes } from 'node:crypto';
import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import type { Client } from '../../client.ts';
import { matrixOf, type Own } from '../matrix.ts';

const userOf = async (owner: Client): Promise<string> =>
  (await owner.call(auth.endpoints.session, {})).user?.userId ?? '';

const invited = async ({ owner }: Own): Promise<string> => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  return (await owner.call(people.endpoints.invite, { body: { email } })).invitationId;
};

const theTenant = ({ tenantId }: Own) => ({ params: { id: tenantId } });
const theMember = async ({ owner }: Own) => ({ params: { userId: await userOf(owner) } });
const theInvitation = async (own: Own) => ({ params: { id: await invited(own) } });

export const peopleMatrix = matrixOf(people, {
  listTenants: { plain: 'it lists where the caller belongs' },
  switchTenant: {
    naming: ({ tenantId }) => ({ body: { tenantId } }),
    refusesItself: ['people.session_needed'],
  },
  getTenant: { naming: theTenant },
  updateTenant: { naming: (own) => ({ ...theTenant(own), body: { tenantName: 'Taken over' } }) },
  getHoldings: { naming: theTenant },
  removeTenant: {
    naming: (own) => ({ ...theTenant(own), body: { tenantName: 'Ours' } }),
    refusesItself: ['people.session_needed'],
  },
  transferOwnership: {
    naming: async (own) => ({
      ...theTenant(own),
      body: { userId: await userOf(own.owner), tenantName: 'Ours' },
    }),
    refusesItself: ['people.session_needed'],
  },
  leaveTenant: { naming: theTenant, refusesItself: ['people.session_needed'] },
  getProfile: { naming: async ({ owner }) => ({ query: { userId: await userOf(owner) } }) },
  searchEntities: { plain: "it searches the caller's own company" },
  findTenantOf: {
    plain: 'it tells only of the companies of the caller',
    parts: { query: { entityId: 'app_missing' } },
    refusesItself: ['people.session_needed'],
  },
  askForAccess: {
    plain: 'it asks whoever invited the caller',
    parts: { body: { message: 'The shop app, please' } },
    refusesItself: ['people.asking_not_needed'],
  },
  listMembers: { plain: "it lists the caller's own company" },
  updateMember: { naming: async (own) => ({ ...(await theMember(own)), body: { role: 'USER' } }) },
  removeMember: { naming: theMember },
  invite: {
    plain: "it invites into the caller's own company",
    parts: { body: { email: 'somebody@example.com' } },
  },
  resendInvitation: { naming: theInvitation },
  showInvitationLink: { naming: theInvitation },
  revokeInvitation: { naming: theInvitation },
  getInvitation: { plain: 'the id is a mailed token', parts: { params: { id: 'inv_missing' } } },
  acceptInvitation: { plain: 'the id is a mailed token', parts: { params: { id: 'inv_missing' } } },
});
