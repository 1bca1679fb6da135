import { flowRuns } from '@atelier/contracts/build/flows/flow-runs';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { flowFileName } from '@atelier/flows/agent';
import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatFileSize } from '../../../../lib/format.ts';
import { pathOf } from '../../../../lib/server/api.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useRunFiles } from '../api.ts';
import classes from './runs.module.css';

/** Files of a run, each with its download. */
export const FileList = ({ runId, files }: { runId: string; files: readonly FileValue[] }) =>
  files.length === 0 ? null : (
    <Panel title="Files" flush>
      <ul className={classes.files}>
        {files.map(({ id, name, size }) => (
          <li key={id} className={classes.file}>
            <span className={classes.fileName} title={name}>
              {flowFileName(name)}
            </span>
            <span className={classes.span}>{formatFileSize(size)}</span>
            <Anchor
              href={pathOf(flowRuns.endpoints.file, { params: { runId, fileId: id } })}
              download={name}
              aria-label={`Download ${name}`}
            >
              <IconDownload size={18} aria-hidden="true" />
            </Anchor>
          </li>
        ))}
      </ul>
    </Panel>
  );

/** The files that came with a run or that its steps made. A run without files shows nothing. */
export const RunFiles = ({ runId }: { runId: string }) => (
  <FileList runId={runId} files={useRunFiles(runId).data?.files ?? []} />
);
