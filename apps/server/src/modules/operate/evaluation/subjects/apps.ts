import { answeringVersions, prepareDraftForChat, visibleAppNames } from '../../../assistants/apps/index.ts';
import { unstoredAnswers } from '../../../assistants/chat/index.ts';
import { findStandIn } from './stand-ins.ts';
import { type AppDraft, hasStandIn, type TestedKind } from './subject.ts';

type Answer = Awaited<ReturnType<typeof unstoredAnswers.answer>>;

/** A text by others is pasted, because that is how it gets into a chat. */
const withDocument = (question: string, document: string | undefined): string =>
  document === undefined ? question : `${question}\n\n“${document}”`;

export const testedApps: TestedKind = {
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
