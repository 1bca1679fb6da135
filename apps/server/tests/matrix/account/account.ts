import { account } from '@atelier/contracts/account/identity/account';
import { matrixOf, type Own } from '../matrix.ts';

/** The eight bytes at the start of every PNG. */
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const ownSession = async ({ owner }: Own): Promise<string> =>
  (await owner.call(account.endpoints.sessions, {})).sessions[0]?.sessionId ?? '';

const ownPicture = async ({ owner }: Own): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([png]), 'me.png');
  const response = await owner.fetch(account.endpoints.setPicture.path, { method: 'PUT', body: form });
  return /pic_\w+/.exec(await response.text())?.[0] ?? '';
};

const refusesItself = ['auth.needs_session'];

export const accountMatrix = matrixOf(account, {
  updateProfile: {
    plain: 'the name is the own one',
    parts: { body: { name: 'Ada Lovelace' } },
    refusesItself,
  },
  setPicture: { plain: 'the picture is the own one', refusesItself },
  removePicture: { plain: 'the picture is the own one', refusesItself },
  picture: { naming: async (own) => ({ params: { id: await ownPicture(own) } }) },
  changeEmail: { plain: 'the address is the own one', refusesItself },
  sessions: { plain: 'they belong to the caller', refusesItself },
  endSession: { naming: async (own) => ({ params: { id: await ownSession(own) } }), refusesItself },
  endOtherSessions: { plain: 'they belong to the caller', refusesItself },
  secondFactor: { plain: 'it belongs to the caller', refusesItself },
  setUpSecondFactor: { plain: 'it belongs to the caller', refusesItself },
  confirmSecondFactor: { plain: 'it belongs to the caller', refusesItself },
  renewRecoveryCodes: { plain: 'they belong to the caller', refusesItself },
  turnOffSecondFactor: { plain: 'it belongs to the caller', refusesItself },
  previewDeletion: { plain: 'it shows the own companies', refusesItself },
  deleteAccount: { plain: 'the account is the own one', refusesItself },
});
