import type { Citation, chat } from '@atelier/contracts/assistants/chat/chat';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import { findCitation } from '@atelier/contracts/assistants/chat/citations';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { citedSource } from '../../../content/documents/index.ts';
import { findFile, wantedRange } from '../../../content/files/index.ts';
import { resolveChatModel } from '../../../content/models/index.ts';
import type { AppForChat } from '../../apps/declarations.ts';
import { answererPoint, imageAddress } from '../../apps/index.ts';
import { sourceOfFile, takenFiles } from '../attached/file-access.ts';
import { fileRepository } from '../attached/repository.ts';
import { feedbackRepository } from '../feedback-repository.ts';
import { newAnswerRepository } from '../new-answer-repository.ts';
import { presentMessage, presentSession } from '../present.ts';
import { chatRepository } from '../repository.ts';
import type { ConversationRow } from '../tables.ts';
import { findBranch } from './find-branch.ts';
import { askedOfVisitors, getOwnConversation, type Owner, openApp, requireOwner } from './open-app.ts';
import { getOwnMessage } from './own-exchanges.ts';

type QueryOf<K extends 'sessions' | 'session' | 'querySession' | 'source'> = RequestOf<
  (typeof chat.endpoints)[K]
>['query'];

const sectionsAround = 2;

/** True when what answers an app keeps facts about the people whom it knows. */
const remembers = (ctx: Ctx, { orchestration, settings }: AppForChat): Promise<boolean> =>
  ctx.tx(async (tx) => {
    const answerer = tx.services.extensions
      .of(answererPoint)
      .find((each) => each.orchestration === orchestration);
    return (await answerer?.remembers?.(tx, settings)) ?? false;
  });

export const getChatbot = async (
  anonymous: Anonymous,
  link: { appId: string; tenantId?: string | undefined },
): Promise<Chatbot> => {
  const { ctx, app } = await openApp(anonymous, link);
  const { extractive } =
    app.orchestration === 'BASIC' ? await resolveChatModel(ctx, app.settings.modelId) : { extractive: false };
  const { botName, welcomeMessage, sampleQuestions, themeName, botIconId, botLogoId } = app.settings;
  return {
    appId: app.appId,
    name: app.name,
    botName: botName === '' ? app.name : botName,
    welcomeMessage,
    sampleQuestions,
    themeName,
    botIcon: imageAddress(app.appId, botIconId),
    botLogo: imageAddress(app.appId, botLogoId),
    userInfo: ctx.actor.kind === 'visitor' ? askedOfVisitors(app) : [],
    extractive,
    files: takenFiles(app),
    signedInAs: 'email' in ctx.actor ? ctx.actor.email : null,
    remembers: ctx.actor.kind === 'app-user' && (await remembers(ctx, app)),
  };
};

/** Lists the conversations with an app of one browser, or of one account that asked without a chat user id, newest first. */
export const listSessions = async (anonymous: Anonymous, query: QueryOf<'sessions'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  const owner = chatRepository.ownedBy(app.appId, requireOwner(ctx, query.chatUserId));
  return ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await chatRepository.listConversations(tx.db, owner, {
      ...query,
      sort: 'updatedAt',
      order: 'desc',
    });
    return { items: rows.map(presentSession), nextCursor, total };
  });
};

const byQuestion = <R extends { queryId: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.queryId, row]));

const presentConversation = async (tx: TxCtx, { id, title }: ConversationRow, through?: string) => {
  const branch = findBranch(await chatRepository.allMessages(tx.db, id), through);
  const ids = branch.map(({ row }) => row.id);
  const feedbackOf = byQuestion(await feedbackRepository.findByQueries(tx.db, ids));
  const toldOf = byQuestion(await newAnswerRepository.findNewest(tx.db, ids, { onlyTold: true }));
  const names = branch.some(({ row }) => row.fileId !== null)
    ? await fileRepository.listFileNames(tx.db, id)
    : new Map<string, string>();
  const now = tx.now();
  return {
    conversationId: id,
    title,
    messages: branch.map(({ row, attempts }) =>
      presentMessage(row, now, {
        feedback: feedbackOf.get(row.id),
        told: toldOf.get(row.id),
        attempts,
        fileName: names.get(row.fileId ?? ''),
      }),
    ),
  };
};

export const getSession = async (anonymous: Anonymous, conversationId: string, query: QueryOf<'session'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  return ctx.tx(async (tx) => {
    const row = await getOwnConversation(
      tx,
      { appId: app.appId, conversationId },
      requireOwner(ctx, query.chatUserId),
    );
    return presentConversation(tx, row, query.through);
  });
};

/** Returns the conversation that a question of this reader belongs to. */
export const getSessionOfQuery = async (anonymous: Anonymous, query: QueryOf<'querySession'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  return ctx.tx(async (tx) => {
    const owner = requireOwner(ctx, query.chatUserId);
    const message = await getOwnMessage(tx, { appId: app.appId, queryId: query.queryId }, owner);
    const place = { appId: app.appId, conversationId: message.conversationId };
    return presentConversation(tx, await getOwnConversation(tx, place, owner), query.queryId);
  });
};

/** Returns a citation of an answer to this reader. Throws `chat.conversation_not_found` and `chat.source_not_found`. */
const getOwnCitation = async (
  tx: TxCtx,
  { appId, query, owner }: { appId: string; query: QueryOf<'source'>; owner: Owner },
): Promise<Citation> => {
  // A later answer has sources of its own.
  const told = await newAnswerRepository.findTold(tx.db, query.queryId);
  const message = await getOwnMessage(tx, { appId, queryId: told?.queryId ?? query.queryId }, owner);
  return findCitation((told ?? message).citations, query) ?? fail('chat.source_not_found');
};

/** Finds a file that somebody attached, with its stored bytes. */
const findAttached = async (tx: TxCtx, importId: string) => {
  const row = importId.startsWith('cfl_') ? await fileRepository.find(tx.db, importId) : undefined;
  return row && { row, file: row.fileId === null ? undefined : await findFile(tx, row.fileId) };
};

/** A citation names a document of a knowledge base, or a file that the reader attached. */
const findCitedText = async (tx: TxCtx, citation: Citation) => {
  const { knowledgeBaseImportId: importId, start: at, further = [] } = citation;
  const attached = await findAttached(tx, importId);
  return attached
    ? sourceOfFile(attached.row, citation, attached.file)
    : citedSource.find(tx, {
        ...{ importId, at, sections: sectionsAround },
        further: further.map(({ start }) => start),
      });
};

/** Returns the text around a citation. A reader can read only what was cited to them, and only around that span. */
export const getSource = async (anonymous: Anonymous, query: QueryOf<'source'>) => {
  const { ctx, app } = await openApp(anonymous, query);
  return ctx.tx(async (tx) => {
    const owner = requireOwner(ctx, query.chatUserId);
    const citation = await getOwnCitation(tx, { appId: app.appId, query, owner });
    const source = await findCitedText(tx, citation);
    const { sections, form, fileBytes } = source ?? fail('chat.source_not_found');
    return { citation, sections, form, fileBytes };
  });
};

/** Sends the cited file, or a range of it, to readers who were shown the citation. */
export const sendSourceFile = async (
  anonymous: Anonymous,
  query: QueryOf<'source'>,
  exchange: Exchange<(typeof chat.endpoints)['sourceFile']>,
): Promise<AlreadyAnswered> => {
  const { ctx, app } = await openApp(anonymous, query);
  const found = await ctx.tx(async (tx) => {
    const owner = requireOwner(ctx, query.chatUserId);
    const citation = await getOwnCitation(tx, { appId: app.appId, query, owner });
    const { knowledgeBaseImportId: importId } = citation;
    const attached = (await findAttached(tx, importId))?.file;
    const source = attached
      ? { file: attached, type: attached.mime }
      : await citedSource.findFile(tx, importId);
    return source ?? fail('chat.source_not_found');
  });
  const range = wantedRange(exchange.headers.range);
  const part = await citedSource.openFile(ctx, found, range ?? { start: 0, end: undefined });
  const headers = { 'content-range': `bytes */${found.file.size}` };
  if (part === undefined) return exchange.sendRaw({ status: 416, type: found.type, headers, body: '' });
  return exchange.sendRaw({ ...part, status: range ? 206 : 200 });
};
