import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { agentVersions, rehearse } from '../../../assistants/agents/index.ts';
import { answeringVersions, prepareDraftForChat, visibleAppNames } from '../../../assistants/apps/index.ts';
import { unstoredAnswers } from '../../../assistants/chat/index.ts';
import { findFlowDraft } from '../../../assistants/flows/index.ts';
import { type AppDraft, hasStandIn, type StandIn, type Subject, type TestedKind } from './subject.ts';

const isFlow = (id: string): boolean => id.startsWith('flw_');

/** Identifies a draft together with the published version, because only both say what a test has compared. */
export const fingerprintOfStandIn = (draft: { id: string; version: number; fingerprint: string }): string =>
  `${draft.id} ${draft.version} ${draft.fingerprint}`;

/** Reads the draft of a flow, an agent or a crew. Throws `flows.not_found` and `agents.not_found`, also when the actor may not change it. */
const findStandIn = async (tx: TxCtx, id: string): Promise<StandIn> => {
  const { version, draft, fingerprint } = isFlow(id)
    ? await findFlowDraft(tx, id)
    : await agentVersions.find(tx, id);
  return { id, fingerprint: fingerprintOfStandIn({ id, version, fingerprint }), content: draft };
};

type Answer = Awaited<ReturnType<typeof unstoredAnswers.answer>>;

/** A text by others is pasted, because that is how it gets into a chat. */
const withDocument = (question: string, document: string | undefined): string =>
  document === undefined ? question : `${question}\n\n“${document}”`;

const testedApps: TestedKind = {
  async find(tx, appId, draft) {
    const standIn = draft && hasStandIn(draft) ? draft.standIn : undefined;
    const change = standIn ? {} : (draft as AppDraft);
    const found = await answeringVersions.find(tx, appId, change);
    return { ...found, fingerprint: standIn?.fingerprint ?? found.fingerprint };
  },

  checkVersion: (tx, appId, version) => answeringVersions.settings(tx, appId, version),

  async prepareDraft(ctx, appId, { settings, draftOf }) {
    if (draftOf !== undefined)
      return async (tx) => {
        const { version } = await answeringVersions.find(tx, appId);
        return { version, standIn: await findStandIn(tx, draftOf) };
      };
    if (!settings) return undefined;
    const check = await prepareDraftForChat(ctx, appId, settings);
    return async (tx) => {
      await check(tx);
      return settings;
    };
  },

  recentQuestions: (tx, appId, most) => unstoredAnswers.recentQuestions(tx, appId, most),

  async answer(run, { id: appId, name, question, document, settings, mayRepeat }) {
    const text = withDocument(question, document);
    const answered = await run.outward(
      name,
      { repeat: mayRepeat ? 'with-key' : 'never', retry: { attempts: 3 }, input: { question } },
      async ({ signal, charges }) => {
        const { version, standIn } = hasStandIn(settings)
          ? settings
          : { version: settings, standIn: undefined };
        const used =
          typeof version === 'number'
            ? await run.ctx.tx((tx) => answeringVersions.settings(tx, appId, version))
            : (version as AppDraft);
        return unstoredAnswers.answer(
          run.ctx.within({ charges: charges() }),
          { appId, settings: used, text, rehearsal: { standIn } },
          signal,
        );
      },
    );
    const given = answered as unknown as Answer;
    await run.transaction(`pay ${name}`, (tx) => unstoredAnswers.settle(tx, given).then(() => null));
    return { answer: given.answer, kind: given.answerKind, calls: [] };
  },

  meanCredits: (tx, appId) => unstoredAnswers.meanCredits(tx, appId),

  instructions: async (tx, appId, version) =>
    (await answeringVersions.settings(tx, appId, version)).instructions ?? '',

  answeringWith: (tx, answererId) => visibleAppNames(tx, { answererId }),
  address: (appId, tab) => `/apps/${appId}?${tab}`,
};

const kinds = { ANSWERED: 'ANSWER', BLOCKED: 'BLOCKED', FAILED: 'NONE' } as const;

/** The name of a text that comes with a task. */
const documentName = 'Message.txt';

const workingAs = ({ id, content }: StandIn) => ({
  agentId: id,
  settings: AgentSettings.parse(content),
});

const testedAgents: TestedKind = {
  async find(tx, agentId, draft) {
    const { version, fingerprint: own } = await agentVersions.find(tx, agentId);
    const fingerprint = draft && hasStandIn(draft) ? draft.standIn.fingerprint : own;
    // Asking twice is harmless, because calls that would change something are only noted in a test.
    return { version, fingerprint, mayRepeat: true };
  },

  checkVersion: (tx, agentId, version) => agentVersions.settings(tx, agentId, version),

  prepareDraft: (_ctx, agentId, { draftOf }) =>
    Promise.resolve(
      draftOf === undefined
        ? undefined
        : async (tx) => {
            const { version, draft } = await agentVersions.find(tx, agentId);
            return draftOf === agentId ? draft : { version, standIn: await findStandIn(tx, draftOf) };
          },
    ),

  recentQuestions: (tx, agentId, most) => agentVersions.recentTasks(tx, agentId, most),

  async answer(run, { id: agentId, name, question, document, settings }) {
    const version = hasStandIn(settings) ? settings.version : settings;
    const used =
      typeof version === 'number'
        ? await run.step(`settings of ${name}`, () =>
            run.ctx.tx((tx) => agentVersions.settings(tx, agentId, version)),
          )
        : version;
    const { answer, end, calls } = await rehearse(run, name, {
      agentId,
      settings: AgentSettings.parse(used),
      text: question,
      ...(hasStandIn(settings) && { standIn: workingAs(settings.standIn) }),
      ...(document === undefined ? {} : { documents: [{ name: documentName, text: document }] }),
    });
    return { answer, kind: kinds[end], calls };
  },

  meanCredits: (tx, agentId) => agentVersions.meanCredits(tx, agentId),

  instructions: async (tx, agentId, version) =>
    (await agentVersions.settings(tx, agentId, version)).instructions,

  answeringWith: (tx, id) => agentVersions.workedForBy(tx, id),
  address: (agentId, tab) => `/agent?id=${agentId}&${tab}`,
};

/** Returns the way in which a subject is tested. */
export const testedKindFor = ({ kind }: Pick<Subject, 'kind'>): TestedKind =>
  kind === 'APP' ? testedApps : testedAgents;

/** Agents and crews are told from apps by their ids, as the scope of a run has nothing else. */
const kindOfId = (id: string): TestedKind => (/^(?:agt|crw)_/.test(id) ? testedAgents : testedApps);

/** Shows runs under the app or the agent (their scope) that they test; `parameter` opens the test (their subject) on its page. */
export const testsAsSubjects =
  (parameter: 'tab=tests&run' | 'tab=attacks&attack') =>
  async (tx: TxCtx, runs: readonly RunSubject[]): Promise<Map<string, ShownSubject>> => {
    const names = await findEntityNames(
      tx,
      runs.map(({ scopeId }) => scopeId),
    );
    return new Map(
      runs.flatMap(({ subjectId, scopeId }) => {
        const name = names.get(scopeId);
        if (name === undefined) return [];
        const address = kindOfId(scopeId).address(scopeId, `${parameter}=${subjectId}`);
        return [[subjectId, { name, address }] as const];
      }),
    );
  };

export type NamedSubject = Subject & { name: string };

/**
 * Lists what answers differently when a flow, an agent or a crew does, as far as the actor may see it: the agents and crews that hand work to
 * it, and the apps that it or one of them answers.
 */
export const answeringWith = async (tx: TxCtx, id: string): Promise<NamedSubject[]> => {
  const listed = async (kind: Subject['kind'], answererId: string): Promise<NamedSubject[]> => {
    const names = await testedKindFor({ kind }).answeringWith(tx, answererId);
    return [...names].map(([subjectId, name]) => ({ kind, id: subjectId, name }));
  };
  const agents = await listed('AGENT', id);
  const apps: NamedSubject[] = [];
  for (const answererId of [id, ...agents.map((agent) => agent.id)])
    apps.push(...(await listed('APP', answererId)));
  return [...agents, ...apps];
};
