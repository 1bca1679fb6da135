import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

type Counter = (tx: TxCtx, appIds: readonly string[]) => Promise<Map<string, number>>;

/** The function that counts the conversations of apps, provided by the chat module, which comes later in the module order. */
export const conversationCounter = defineExtensionPoint<Counter>('apps.conversation-counter');

export const conversationCounts: Counter = (tx, appIds) =>
  appIds.length === 0
    ? Promise.resolve(new Map<string, number>())
    : tx.services.extensions.require(conversationCounter)(tx, appIds);
