import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import type { Part } from '../../../../../kernel/module/part.ts';
import { keepFile, takesFiles } from '../../attached/file-access.ts';
import { limitVisitor } from '../../service/ask-app.ts';
import { openApp, requireChatUser, requireOwner } from '../../service/open-app.ts';

interface Sender {
  appId?: string;
  tenantId?: string;
  chatUserId?: string;
}

/** Opens the app for a file, which counts as a question. */
const openFor = async (anonymous: Anonymous, { appId, ...sender }: Sender, address: string) => {
  const link = { appId: appId ?? fail('chat.file_missing'), tenantId: sender.tenantId };
  const { ctx, app } = await openApp(anonymous, link);
  if (!takesFiles(app)) return fail('chat.files_off');
  const owner = requireOwner(ctx, sender.chatUserId);
  await ctx.tx((tx) => requireChatUser(tx, app, owner.visitorHash));
  limitVisitor(ctx, app, { address, chatUserId: sender.chatUserId });
  return { ctx, appId: app.appId, owner };
};

const isOfSender = (name: string): name is keyof Sender => ['appId', 'tenantId', 'chatUserId'].includes(name);

/**
 * Takes the one file of a form, and keeps its text for the conversation of its sender. Throws `chat.files_off`, `chat.file_missing`,
 * `chat.file_too_large`, `chat.file_unreadable`, and what opening the app throws.
 */
export const attachFile = async (
  anonymous: Anonymous,
  { parts, signal, address }: Pick<Exchange, 'signal' | 'address'> & { parts: AsyncIterable<Part> },
): Promise<AttachedFile> => {
  const sender: Sender = {};
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (isOfSender(part.name)) sender[part.name] = part.value.slice(0, 100);
      continue;
    }
    const { ctx, appId, owner } = await openFor(anonymous, sender, address);
    return keepFile(ctx, { name: part.filename, bytes: part.stream }, { appId, owner, signal });
  }
  return fail('chat.file_missing');
};
