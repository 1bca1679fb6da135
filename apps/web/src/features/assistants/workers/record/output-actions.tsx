import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { copyOutput, saveOutput, saveOutputLog } from '../../../../lib/records/record-files.ts';

/** The actions on the output of a record. Without content, the problem is only logged (RECORD-12). */
export const OutputActions = ({ record }: { record: WorkerRecord }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyOutput(record.outputText));
  return (
    <div className="wrap-2">
      <Button size="xs" variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        onClick={() => saveOutput(record.outputText)}
      >
        Download
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileTypePdf size={15} />}
        onClick={() => void saveOutputLog(record.output, record.name)}
      >
        PDF
      </Button>
    </div>
  );
};
