import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import type { QueryDetails } from '@atelier/contracts/assistants/chat/history';
import { Button } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useQueryDetails } from '../api.ts';
import { CuratedDialog, type CuratedDraft, emptyDraft } from './curated-dialog.tsx';

const toCuratedDraft = ({ question, answer, sources }: QueryDetails): CuratedDraft => ({
  ...emptyDraft,
  question: question.slice(0, 300),
  answer,
  sources: listUniqueSources(sources),
});

/** Writes a better answer to a question that was asked, beginning with the one that was given and its sources. */
export const ProposeAnswer = ({
  queryId,
  appId,
  onCover,
}: {
  queryId: string;
  appId: string;
  /** Called when a dialog opens over the screen, and when it closes. */
  onCover: (isCovered: boolean) => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQueryDetails(isOpen ? queryId : '', appId);
  if (!useMay()('apps:write')) return null;
  const turn = (open: boolean) => {
    setOpen(open);
    onCover(open);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencilPlus size={16} />}
        loading={isOpen && data === undefined}
        onClick={() => turn(true)}
      >
        Propose an answer
      </Button>
      {isOpen && data ? (
        <CuratedDialog appId={appId} draft={toCuratedDraft(data)} onClose={() => turn(false)} />
      ) : null}
    </>
  );
};
