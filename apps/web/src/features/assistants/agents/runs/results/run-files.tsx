import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatFileSize } from '../../../../../lib/format.ts';
import { buildRequestPath } from '../../../../../lib/server/api.ts';
import { Panel } from '../../../../../ui/layout/panel.tsx';
import classes from './results.module.css';

/** Pictures that a browser shows safely; others, such as SVG, are only downloaded. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const RunFile = ({ file: { name, size, type }, path }: { file: FileValue; path: string }) => (
  <li className={`row-3 between ${classes.file}`}>
    <Anchor className={classes.fileName} href={path} download={name} aria-label={`Download ${name}`}>
      <IconDownload size={18} aria-hidden="true" />
      {name}
    </Anchor>
    <span className="muted tiny tabular">{formatFileSize(size)}</span>
    {shownTypes.has(type) ? <img className={classes.picture} src={path} alt={name} loading="lazy" /> : null}
  </li>
);

/** The files that a run wrote, each with its download. A run without files shows nothing. */
export const RunFiles = ({ runId, files }: { runId: string; files: readonly FileValue[] }) =>
  files.length === 0 ? null : (
    <Panel title="Files" flush>
      <ul className="bare">
        {files.map((file) => (
          <RunFile
            key={file.id}
            file={file}
            path={buildRequestPath(agentRuns.endpoints.file, { params: { runId, fileId: file.id } })}
          />
        ))}
      </ul>
    </Panel>
  );
