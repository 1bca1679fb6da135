import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useAcceptedFiles } from '../../files/index.ts';
import { useReplaceFile } from '../api.ts';

interface ReplaceFileProps {
  row: KnowledgeImport;
  /** Called when the new file has been stored. */
  onReplaced?: () => void;
}

/** Replaces a file that cannot be read with another one. */
export const ReplaceFile = ({ row, onReplaced }: ReplaceFileProps) => {
  const replace = useReplaceFile();
  const { data: accepted } = useAcceptedFiles();
  const put = (file: File | null) => {
    if (!file) return;
    replace.mutate(
      { row, file },
      {
        onSuccess: () => {
          toastSuccess(`“${file.name}” takes the place of “${row.name}” and is being read.`);
          onReplaced?.();
        },
        onError: (error) => toastError(error.message),
      },
    );
  };
  return (
    <FileButton onChange={put} {...(accepted ? { accept: accepted.endings.join(',') } : {})}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          leftSection={<IconFileUpload size={14} />}
          aria-label={`Replace file ${row.name}`}
          loading={replace.isPending}
        >
          Replace file
        </Button>
      )}
    </FileButton>
  );
};
