import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Writing } from '../../apps/declarations.ts';
import { leaveAnswer } from '../../chat/index.ts';
import { takeInput } from '../engine/take-input.ts';
import type { WorkerOrder } from './answer-through-worker.ts';

/** The most characters of the conversation that the worker reads. */
const longestConversation = 20_000;

/** Returns what was said before, the newest words last. */
const describeConversation = ({ history }: Writing): string =>
  history
    .map(({ role, content }) => `${role === 'user' ? 'Question' : 'Answer'}: ${content}`)
    .join('\n\n')
    .slice(-longestConversation);

/** Makes a record of a question, and leaves the answer to it, in one transaction. Returns the id of the record. Throws `chat.worker_off`. */
export const takeQuestion = (
  { actor }: Ctx,
  system: Ctx,
  { worker, app, question }: WorkerOrder,
  writing: Writing,
): Promise<string> =>
  system.tx(async (tx) => {
    const { queryId, conversationId, depth } = writing;
    const taken = await takeInput(tx, worker.id, {
      ...{ inputKind: 'APP' as const, inputKey: `app/${queryId}`, name: question },
      input: {
        ...{ query: question, queryId, conversationId },
        ...(app.appId !== null && { appId: app.appId }),
        // The id of a visitor opens the visitor's conversations, so it stays with the visitor.
        ...('userId' in actor && { chatUserId: actor.userId }),
      },
      sourceText: describeConversation(writing),
      depth: depth + 1,
    });
    if ('refused' in taken) return fail('chat.worker_off');
    const { id: recordId } = taken.record;
    await leaveAnswer(tx, queryId, recordId);
    await tx.audit('workers.triggered', worker.id, { recordId });
    return recordId;
  });
