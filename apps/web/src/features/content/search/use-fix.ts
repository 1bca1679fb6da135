import type { RetrievalFix } from '@atelier/contracts/content/retrieval/retrieval-explanation';
import { RetrievalMode, type RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { useNavigate } from '@tanstack/react-router';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { useRetryImport, useSetState } from '../documents/index.ts';

interface FixTools {
  knowledgeBaseId: string;
  settings: RetrievalSettings;
  change: (settings: RetrievalSettings) => void;
  openDocument: (importId: string) => void;
  focusQuestion: () => void;
  /** Searches for the same question again. */
  askAgain: () => void;
}

/** Applies a fix that an explanation proposes. */
export const useFix = (tools: FixTools) => {
  const { knowledgeBaseId, settings, change, openDocument, focusQuestion, askAgain } = tools;
  const navigate = useNavigate();
  const retry = useRetryImport();
  const { setState } = useSetState();
  const goTo = (section: string) => void navigate({ to: `/knowledge-base/${knowledgeBaseId}/${section}` });
  return ({ action, knowledgeBaseImportId, value }: RetrievalFix): void => {
    const set = (part: Partial<RetrievalSettings>) => change({ ...settings, ...part });
    const document = knowledgeBaseImportId ?? '';
    const actions: Record<RetrievalFix['action'], () => void> = {
      ADD_DOCUMENT: () => goTo('documents'),
      OPEN_DOCUMENT: () => openDocument(document),
      RETRY_IMPORT: () =>
        retry.mutate(
          { params: { knowledgeBaseImportId: document } },
          {
            onSuccess: ({ name }) =>
              void toastSuccess(`“${name}” is being read again. Ask once more when it is completed.`),
          },
        ),
      ENABLE_DOCUMENT: () => void setState([document], 'ENABLED').then(askAgain),
      RECHUNK: () => goTo('settings'),
      RAISE_TOP_K: () => set({ topK: Number(value) }),
      LOWER_THRESHOLD: () => set({ scoreThreshold: Number(value) }),
      CLEAR_FILTER: () => set({ filter: [] }),
      ADD_METADATA: () => openDocument(document),
      CHANGE_RETRIEVER: () => set({ mode: RetrievalMode.parse(value) }),
      TURN_OFF_RERANK: () => set({ rerank: { ...settings.rerank, enabled: false } }),
      REPHRASE: focusQuestion,
    };
    actions[action]();
  };
};
