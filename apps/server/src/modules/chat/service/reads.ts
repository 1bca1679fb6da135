import type { Chatbot, chat, RequestOf } from '@atelier/contracts';
import { closePage } from '../../../kernel/db/paging.ts';
import { fail } from '../../../kernel/errors.ts';
import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { findSource } from '../../knowledge/index.ts';
import { resolveChatModel } from '../../models/index.ts';
import { presentMessage } from '../present.ts';
import { chatRepository } from '../repository.ts';
import { getOwnConversation, readerOf } from './conversation-owner.ts';
import { openApp } from './open-app.ts';

type QueryOf<K extends 'sessions' | 'session' | 'source'> = RequestOf<(typeof chat.endpoints)[K]>['query'];

const sectionsAround = 2;

export const getChatbot = async (
  anonymous: Anonymous,
  link: { appId: string; tenantId?: string | undefined },
): Promise<Chatbot> => {
  const { ctx, app } = await openApp(anonymous, link);
  const { extractive } = await resolveChatModel(ctx, app.settings.modelId);
  const { botName, welcomeMessage, sampleQuestions, themeName } = app.settings;
  return {
    appId: app.appId,
    name: app.name,
    botName,
    welcomeMessage,
    sampleQuestions,
    themeName,
    extractive,
  };
};

/** The conversations with an app of one browser, or of one account that asked without a chat user id; newest first. */
export const listSessions = async (anonymous: Anonymous, query: QueryOf<'sessions'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  const owner = chatRepository.ownedBy(app.appId, readerOf(ctx, query.chatUserId));
  return ctx.tx(async (tx) => {
    const page = await chatRepository.listConversations(tx.db, owner, {
      ...query,
      sort: 'updatedAt',
      order: 'desc',
    });
    const { rows, nextCursor, total } = closePage(page, query.limit);
    const items = rows.map((row) => ({
      conversationId: row.id,
      title: row.title,
      updatedAt: row.updatedAt.toISOString(),
      messageCount: row.messageCount,
    }));
    return { items, nextCursor, total };
  });
};

export const getSession = async (anonymous: Anonymous, conversationId: string, query: QueryOf<'session'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  return ctx.tx(async (tx) => {
    const row = await getOwnConversation(
      tx,
      { appId: app.appId, conversationId },
      readerOf(ctx, query.chatUserId),
    );
    const messages = await chatRepository.allMessages(tx.db, conversationId);
    return {
      conversationId,
      title: row.title,
      messages: messages.map((message) => presentMessage(message, tx.now())),
    };
  });
};

/** The place that a citation names. Only what was cited to this reader can be read, and only around that place. */
export const getSource = async (anonymous: Anonymous, query: QueryOf<'source'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  return ctx.tx(async (tx) => {
    const message =
      (await chatRepository.findMessage(tx.db, query.queryId)) ?? fail('chat.conversation_not_found');
    await getOwnConversation(
      tx,
      { appId: app.appId, conversationId: message.conversationId },
      readerOf(ctx, query.chatUserId),
    );
    const citation =
      message.citations.find(({ index }) => index === query.index) ?? fail('chat.source_not_found');
    const source = await findSource(tx, {
      importId: citation.knowledgeBaseImportId,
      at: citation.start,
      sections: sectionsAround,
    });
    return { citation, sections: (source ?? fail('chat.source_not_found')).sections };
  });
};
