import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { flowFileName } from '@atelier/flows/agent';
import { Anchor, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatFileSize } from '../../../../lib/format.ts';
import { typeOfFile } from '../../../../lib/records/record-files.ts';
import { buildRequestPath } from '../../../../lib/server/api.ts';
import { FileView } from '../../../../lib/source/file-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { readShownRunFile, useRunFiles } from '../api.ts';
import classes from './runs.module.css';

interface FileLineProps {
  runId: string;
  file: FileValue;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

const FileLine = ({ runId, file: { id, name, size }, isShown, onShow }: FileLineProps) => {
  const url = buildRequestPath(flowRuns.endpoints.file, { params: { runId, fileId: id } });
  return (
    <li className={`stack-3 one-column ${classes.file}`}>
      <div className="line-3">
        <span className="min-0 truncate grow" title={name}>
          {flowFileName(name)}
        </span>
        <span className="note regular">{formatFileSize(size)}</span>
        {typeOfFile(name) === undefined ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isShown}
            aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
            onClick={() => onShow(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        )}
        <Anchor href={url} download={name} aria-label={`Download ${name}`}>
          <IconDownload size={18} aria-hidden="true" />
        </Anchor>
      </div>
      {isShown ? (
        <FileView file={{ id, name, size, url }} readShown={(as) => readShownRunFile(runId, id, as)} />
      ) : null}
    </li>
  );
};

/** Files of a run. One that has a type can be shown here; each can be downloaded. */
export const FileList = ({ runId, files }: { runId: string; files: readonly FileValue[] }) => {
  const [shownId, setShownId] = useState('');
  if (files.length === 0) return null;
  return (
    <Panel title="Files" flush>
      <ul className="bare">
        {files.map((file) => (
          <FileLine
            key={file.id}
            runId={runId}
            file={file}
            isShown={file.id === shownId}
            onShow={(isShown) => setShownId(isShown ? file.id : '')}
          />
        ))}
      </ul>
    </Panel>
  );
};

/** The files that came with a run or that its steps made. A run without files shows nothing. */
export const RunFiles = ({ runId }: { runId: string }) => (
  <FileList runId={runId} files={useRunFiles(runId).data?.files ?? []} />
);
