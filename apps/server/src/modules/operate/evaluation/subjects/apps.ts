import { answeringVersions, prepareDraftForChat, visibleAppNames } from '../../../build/apps/index.ts';
import { unstoredAnswers } from '../../../build/chat/index.ts';
import type { AppDraft, TestedKind } from './subject.ts';

type Answer = Awaited<ReturnType<typeof unstoredAnswers.answer>>;

/** A text by others is pasted, because that is how it gets into a chat. */
const withDocument = (question: string, document: string | undefined): string =>
  document === undefined ? question : `${question}\n\n“${document}”`;

export const testedApps: TestedKind = {
  async find(tx, appId, draft) {
    const { version, fingerprint, orchestration } = await answeringVersions.find(
      tx,
      appId,
      draft as AppDraft,
    );
    return { version, fingerprint, mayRepeat: orchestration === 'BASIC' };
  },

  checkVersion: (tx, appId, version) => answeringVersions.settings(tx, appId, version),

  async prepareDraft(ctx, appId, { settings }) {
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
      async ({ signal }) => {
        const used =
          typeof settings === 'number'
            ? await run.ctx.tx((tx) => answeringVersions.settings(tx, appId, settings))
            : (settings as AppDraft);
        return unstoredAnswers.answer(run.ctx, { appId, settings: used, text }, signal);
      },
    );
    const given = answered as unknown as Answer;
    await run.transaction(`pay ${name}`, (tx) => unstoredAnswers.settle(tx, given).then(() => null));
    return { answer: given.answer, kind: given.answerKind, calls: [] };
  },

  meanCredits: (tx, appId) => unstoredAnswers.meanCredits(tx, appId),

  instructions: async (tx, appId, version) =>
    (await answeringVersions.settings(tx, appId, version)).instructions ?? '',

  names: (tx) => visibleAppNames(tx),
  address: (appId, tab) => `/apps/${appId}?${tab}`,
};
