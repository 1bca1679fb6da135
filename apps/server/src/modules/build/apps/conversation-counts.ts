import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

type Counter = (tx: TxCtx, appIds: readonly string[]) => Promise<Map<string, number>>;

/** The chat module, which stands to the right of this one, says here how it counts. */
export const conversationCounter = defineExtensionPoint<Counter>('apps.conversation-counter');

export const conversationCounts: Counter = (tx, appIds) =>
  appIds.length === 0
    ? Promise.resolve(new Map<string, number>())
    : tx.services.extensions.require(conversationCounter)(tx, appIds);
