import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useArrival } from '../../../ui/behaviour/use-arrival.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { type Balance, FailedDocuments, useImports, useLiveImports } from '../../content/documents/index.ts';
import { useUploadState } from '../../content/files/index.ts';
import classes from './first-minute.module.css';
import { Reading } from './reading.tsx';
import { Ready } from './ready.tsx';
import { Start } from './start.tsx';

type Phase = 'empty' | 'reading' | 'readable' | 'ready';

/**
 * Returns the phase of the quick start: nothing was sent, documents are being read, some can be asked about, or all have been
 * read.
 */
const detectPhase = ({ found, imported, pending }: Balance, isSending: boolean): Phase => {
  if (isSending || pending > 0) return imported > 0 ? 'readable' : 'reading';
  if (imported > 0) return 'ready';
  return found > 0 ? 'reading' : 'empty';
};

export const UnderWay = ({ start }: { start: QuickStart }) => {
  const { knowledgeBaseId } = start;
  useLiveImports(knowledgeBaseId);
  const list = useImports(knowledgeBaseId, {
    search: '',
    status: undefined,
    sort: 'createdAt',
    order: 'desc',
  });
  const upload = useUploadState(knowledgeBaseId);
  const [isChatShown, setChatShown] = useState(false);
  const balance = list.first?.balance;
  const phase = balance ? detectPhase(balance, upload?.status === 'sending') : undefined;
  // Documents that are added later must not replace a chat that is in use.
  if (phase === 'ready' && !isChatShown) setChatShown(true);
  return (
    <QueryView query={list.query} errorTitle="Your documents could not be loaded">
      {() => {
        if (isChatShown)
          return (
            <Arrived key="chat" name="Your chat">
              {balance && balance.failed > 0 ? (
                <NotRead knowledgeBaseId={knowledgeBaseId} balance={balance} />
              ) : null}
              <Ready start={start} />
            </Arrived>
          );
        if (!balance || (phase === 'empty' && !upload)) return <Start />;
        const isOver = phase === 'reading' && balance.pending === 0 && upload?.status !== 'sending';
        return (
          <Arrived key="documents" name="Your documents">
            <Reading
              knowledgeBaseId={knowledgeBaseId}
              rows={list.rows}
              total={balance.found}
              isOver={isOver}
              onAsk={phase === 'readable' ? () => setChatShown(true) : undefined}
            />
            {isOver ? <Start /> : null}
          </Arrived>
        );
      }}
    </QueryView>
  );
};

/** Says above the chat which documents it knows nothing about, because they could not be read. */
const NotRead = ({ knowledgeBaseId, balance }: { knowledgeBaseId: string; balance: Balance }) => (
  <Panel title={`${formatCount(balance.failed, 'document')} could not be read`}>
    <div role="alert">
      <FailedDocuments knowledgeBaseId={knowledgeBaseId} />
    </div>
  </Panel>
);

/** Takes the focus when a phase replaces the button that was pressed, or the phase before it; each phase needs a key of its own. */
const Arrived = ({ name, children }: { name: string; children: ReactNode }) => (
  <section ref={useArrival()} className={`stack-4 min-0 ${classes.phase}`} aria-label={name} tabIndex={-1}>
    {children}
  </section>
);
