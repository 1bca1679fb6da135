import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { attachFile } from './service/attach-file.ts';
import { saveChatUser } from './service/save-chat-user.ts';
import { sendAppImage } from './service/send-image.ts';

export const visitorRoutes = defineRoutes(visitors, {
  saveChatUser: async (anonymous, { body }) => {
    await saveChatUser(anonymous, body);
    return done;
  },
  attachFile: (anonymous, _request, exchange) =>
    attachFile(anonymous, {
      parts: exchange.parts(),
      signal: exchange.signal,
      address: exchange.address,
    }),
  image: (anonymous, { params }, exchange) => sendAppImage(anonymous, params, exchange),
});
