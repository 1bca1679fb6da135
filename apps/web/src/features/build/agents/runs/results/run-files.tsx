import { agentRuns } from '@atelier/contracts/build/agents/agent-runs';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatFileSize } from '../../../../../lib/format.ts';
import { pathOf } from '../../../../../lib/server/api.ts';
import { Panel } from '../../../../../ui/layout/panel.tsx';
import classes from './results.module.css';

/** The files that a run wrote, each with its download. A run without files shows nothing. */
export const RunFiles = ({ runId, files }: { runId: string; files: readonly FileValue[] }) =>
  files.length === 0 ? null : (
    <Panel title="Files" flush>
      <ul className={classes.files}>
        {files.map(({ id, name, size }) => (
          <li key={id} className={classes.file}>
            <Anchor
              className={classes.fileName}
              href={pathOf(agentRuns.endpoints.file, { params: { runId, fileId: id } })}
              download={name}
              aria-label={`Download ${name}`}
            >
              <IconDownload size={18} aria-hidden="true" />
              {name}
            </Anchor>
            <span className={classes.size}>{formatFileSize(size)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
