import { useState } from 'react';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { toSourceBody, useStartSource } from '../../sources/index.ts';
import { useUploads } from '../upload/upload-store.ts';
import type { BegunImport } from './import-progress.tsx';
import type { ImportDraft } from './use-import-draft.ts';

/** Starts the import: first the source, because the server may refuse it, then the upload. */
export const useStartImport = (kept: BegunImport | undefined) => {
  const uploads = useUploads();
  const startSource = useStartSource();
  const [begun, setBegun] = useState(kept);
  const [failure, setFailure] = useState<ErrorDescription>();
  const start = async ({ files, source, labels }: ImportDraft, knowledgeBaseId: string) => {
    const type = source?.entry.type;
    setFailure(undefined);
    try {
      const body = type && {
        ...toSourceBody(source.entry, source.form.draft),
        type,
        knowledgeBaseId,
        labels,
      };
      const made = body ? await startSource.mutateAsync({ body }) : undefined;
      if (files.length > 0) uploads.add(knowledgeBaseId, files, labels);
      setBegun({ knowledgeBaseId, sourceId: made?.sourceId, hasFiles: files.length > 0 });
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return { begun, failure, start, isStarting: startSource.isPending };
};
