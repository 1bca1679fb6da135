import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import type { Span } from '../documents/index.ts';
import { formatSettings, parseRecent, parseSettings, withRecent } from './model/retrieval-words.ts';

const names = ['q', 'mode', 'topK', 'threshold', 'more', 'recent', 'document', 'from', 'to'] as const;

export interface OpenedSource {
  importId: string;
  span: Span;
}

/** The test search that the address describes, and functions that change it. */
export const useRetrievalWords = (own: RetrievalSettings) => {
  const [words, setWords] = useUrlWords(names);
  const opened: OpenedSource | undefined =
    words.document === ''
      ? undefined
      : { importId: words.document, span: { start: Number(words.from) || 0, end: Number(words.to) || 0 } };
  return {
    question: words.q,
    settings: parseSettings(words, own),
    recent: parseRecent(words.recent),
    opened,
    ask: (question: string, settings: RetrievalSettings) =>
      setWords({
        q: question.trim(),
        recent: withRecent(words.recent, question),
        ...formatSettings(settings, own),
      }),
    forget: () => setWords({ recent: '' }),
    open: (source: OpenedSource | undefined) =>
      setWords({
        document: source?.importId ?? '',
        from: source ? String(source.span.start) : '',
        to: source ? String(source.span.end) : '',
      }),
  };
};
