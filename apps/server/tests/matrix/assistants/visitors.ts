import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import { matrixOf } from '../matrix.ts';

/** The app of A is private, so its link answers 403 to callers outside A. */
const refusal = [403];

export const visitorsMatrix = matrixOf(visitors, {
  saveChatUser: {
    naming: ({ appId }) => ({ body: { appId, chatUserId: 'a-browser-of-somebody-else' } }),
    refusal,
  },
  attachFile: { naming: () => ({ body: {} }), refusal: [400] },
  image: { naming: ({ appId }) => ({ params: { id: appId, imageId: 'img_none' } }), refusal },
});
