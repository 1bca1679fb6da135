import { Button, Modal } from '@mantine/core';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useChunks } from '../source-api.ts';
import { ChunkDialog } from './chunk-dialog.tsx';

interface EditCitedChunkProps {
  source: { knowledgeBaseImportId: string; chunkId: string; quote: string };
  onClose: () => void;
}

/** The length of the quote by which the chunk is found in its document. */
const searchedLength = 100;

/** The editor of the chunk that an answer cites. It says so when the chunk is gone. */
export const EditCitedChunk = ({ source, onClose }: EditCitedChunkProps) => {
  const { knowledgeBaseImportId: importId, chunkId, quote } = source;
  const { query, rows } = useChunks(importId, quote.slice(0, searchedLength));
  const chunk = rows.find((each) => each.chunkId === chunkId);
  if (chunk) return <ChunkDialog importId={importId} work={{ kind: 'edit', chunk }} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title="Edit a passage">
      <QueryView query={query} errorTitle="This passage could not be opened">
        {() => (
          <p>
            This passage has changed since it was cited, or its document was deleted. Ask the question again
            to see what is found now.
          </p>
        )}
      </QueryView>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Modal>
  );
};
