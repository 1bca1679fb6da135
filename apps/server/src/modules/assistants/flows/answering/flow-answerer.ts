import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import type { AnswerOrder, AnswerPlan } from '../../apps/declarations.ts';
import type { Answerer } from '../../apps/index.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRepository } from '../repository.ts';
import { triggerCode } from '../triggers/schedule.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';
import { type AnsweringFlow, answerThroughFlow } from './answer-through-flow.ts';

/** The longest time that a reader waits for a flow. After ten minutes, an answer without an end counts as lost. */
const patienceMs = 5 * 60_000;
/** The most flows that an app can choose from. */
const mostListed = 500;

const findChatTrigger = ({ triggers }: Flow): string | undefined =>
  triggers.find((each) => triggerCode(each)?.kind === 'chat')?.name;

/** Finds what answers: the published version of a flow that is on and has a chat trigger. */
const findReady = async (tx: TxCtx, flowId: string): Promise<AnsweringFlow | undefined> => {
  const start = await triggerRepository.findStart(tx.db, flowId);
  if (start?.status !== 'ENABLED' || start.versionId === null || !start.content) return undefined;
  const trigger = findChatTrigger(start.content);
  const { versionId, content: flow, settings } = start;
  return trigger === undefined ? undefined : { flowId, versionId, flow, settings, trigger };
};

/** Returns the flow with its draft in the place of the published version, as the test of a draft wants it. */
const withStandIn = (answering: AnsweringFlow, { rehearsal }: AnswerOrder): AnsweringFlow => {
  const standIn = rehearsal?.standIn;
  if (standIn?.id !== answering.flowId) return answering;
  // A test stores the content of a version.
  const flow = standIn.content as Flow;
  return { ...answering, flow, isDraft: true, trigger: findChatTrigger(flow) ?? fail('chat.flow_off') };
};

const buildAnswerPlan = (
  answering: AnsweringFlow,
  { app, text: question, file }: AnswerOrder,
): AnswerPlan => {
  let elsewhere = 0;
  const onSpent = (microCredits: number) => {
    elsewhere = microCredits;
  };
  return {
    modelId: 'atelier/flow',
    // Each step of the run holds and pays its own credits.
    hold: { amount: 0 },
    write: (writing) => answerThroughFlow({ answering, app, question, file, patienceMs, onSpent }, writing),
    used: () => ({ inputTokens: 0, outputTokens: 0, cost: 0, elsewhere }),
  };
};

/** ADVANCE: a flow answers, with the access of its owner. */
export const flowAnswerer: Answerer = {
  orchestration: 'ADVANCE',

  async check(tx, { answererId }) {
    const flow =
      answererId === null ? undefined : await flowRepository.find(tx.db, answererId, visibleFlows(tx));
    if (!flow) return fail('apps.answerer_not_found');
    if (!(await findReady(tx, flow.id))) fail('apps.flow_not_ready');
  },

  isReady: async (tx, { answererId }) =>
    answererId !== null && (await findReady(tx, answererId)) !== undefined,

  findNames: findEntityNames,

  findAnswering: (_tx, row) => Promise.resolve(row),

  async list(tx) {
    const found = await flowRepository.listAnswering(tx.db, visibleFlows(tx), mostListed);
    return found.map(({ id, name }) => ({ answererId: id, name }));
  },
  whenEmpty:
    'No flow can answer yet. Make one under Flows with the trigger “A question in a chat”, and publish it.',

  async plan(tx, order) {
    const { answererId } = order.app.settings;
    const ready = answererId === null ? undefined : await findReady(tx, answererId);
    return buildAnswerPlan(withStandIn(ready ?? fail('chat.flow_off'), order), order);
  },
};
