import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { EditCitedChunk } from '../../../content/documents/index.ts';
import { useQueryDetails } from '../api.ts';

interface EditPassageProps {
  queryId: string;
  appId: string;
  /** Called when a dialog opens over the screen, and when it closes. */
  onCover: (isCovered: boolean) => void;
}

/** One button for each passage that an answer cites, which opens its chunk in the editor. */
export const EditPassage = ({ queryId, appId, onCover }: EditPassageProps) => {
  const [opened, setOpened] = useState<string>();
  const { data } = useQueryDetails(queryId, appId);
  if (!useMay()('knowledge:write')) return null;
  const sources = listUniqueSources(data?.sources ?? []);
  const chosen = sources.find(({ chunkId }) => chunkId === opened);
  const turn = (chunkId: string | undefined) => {
    setOpened(chunkId);
    onCover(chunkId !== undefined);
  };
  return (
    <>
      {sources.map(({ chunkId, index, documentName }) => (
        <Button
          key={index}
          variant="default"
          leftSection={<IconFileText size={16} />}
          onClick={() => turn(chunkId)}
        >
          {`Edit chunk ${index} of ${documentName}`}
        </Button>
      ))}
      {chosen ? <EditCitedChunk source={chosen} onClose={() => turn(undefined)} /> : null}
    </>
  );
};
