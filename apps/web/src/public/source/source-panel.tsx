import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../lib/icons.tsx';
import { citedSentence } from '../../lib/source/cited-cells.ts';
import { SentenceContext } from '../../lib/source/source-text.tsx';
import chat from '../chat.module.css';
import type { ChatLink } from '../model/link.ts';
import { Panel, SidePanel } from '../panel/panel.tsx';
import { SourceView } from './source-view.tsx';

interface SourcePanelProps {
  link: ChatLink;
  queryId: string;
  citation: Citation;
  /** The text of the answer. */
  answer: string;
  /** All citations of the answer, so that the reader can go to the next one. */
  citations: readonly Citation[];
  onOpen: (citation: Citation) => void;
  onClose: () => void;
}

/** If the window is at least this wide, the source is shown beside the answer instead of over it. */
const wide = '(min-width: 60rem)';

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);

type StepsProps = Pick<SourcePanelProps, 'citation' | 'citations' | 'onOpen'>;

const Steps = ({ citation, citations, onOpen }: StepsProps) => {
  const at = citations.findIndex(({ index }) => index === citation.index);
  const step = (label: string, icon: 'left' | 'right', next: Citation | undefined) => (
    <button
      type="button"
      className={chat.iconButton}
      aria-label={label}
      disabled={!next}
      onClick={() => next && onOpen(next)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      {step('Source before', 'left', citations[at - 1])}
      <span className="muted small no-wrap tabular">
        {at + 1} of {citations.length}
      </span>
      {step('Next source', 'right', citations[at + 1])}
    </>
  );
};

/** Shows the source of a citation: next to the answer where there is room, otherwise as a sheet below it. */
export const SourcePanel = ({
  link,
  queryId,
  citation,
  answer,
  citations,
  onOpen,
  onClose,
}: SourcePanelProps) => {
  const Frame = useIsWide() ? SidePanel : Panel;
  const actions =
    citations.length > 1 ? <Steps citation={citation} citations={citations} onOpen={onOpen} /> : null;
  return (
    <Frame title={citation.documentName} onClose={onClose} actions={actions}>
      <div className={chat.panelContent}>
        <SentenceContext value={citedSentence(answer, citation)}>
          <SourceView
            key={`${queryId} ${citation.index} ${citation.markAt}`}
            link={link}
            queryId={queryId}
            citation={citation}
          />
        </SentenceContext>
      </div>
    </Frame>
  );
};
