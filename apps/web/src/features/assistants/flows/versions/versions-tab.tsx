import type { FlowVersionLine } from '@atelier/contracts/assistants/flows/flow-shapes';
import { readFlow } from '@atelier/flows';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { useFlowVersion, useFlowVersions, useRestoreVersion } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { changesBetween } from '../model/flow-changes.ts';

interface VersionsTabProps {
  editing: Editing;
  isReadOnly: boolean;
}

/** The changes since a version, in words. */
const Changes = ({ flowId, versionId, editing }: { flowId: string; versionId: string; editing: Editing }) => {
  const version = useFlowVersion(flowId, versionId);
  return (
    <QueryView query={version} errorTitle="This version could not be loaded">
      {(data) => {
        const { flow } = readFlow({ ...data });
        const changes = flow ? changesBetween(flow, editing.state.flow) : [];
        return changes.length === 0 ? (
          <p className="note grow">Nothing has changed since.</p>
        ) : (
          <ul className="flat small pad-left-5" aria-label="Changes since">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
};

const Line = ({ version, editing, isReadOnly }: VersionsTabProps & { version: FlowVersionLine }) => {
  const [isOpened, setOpened] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const restore = useRestoreVersion();
  const { flowId } = editing.saved;
  const { versionId, number, state, isPublished, steps, updatedAt, updatedBy } = version;
  const isCurrent = versionId === editing.saved.versionId;
  const name = `Version ${number}`;
  const restoreNow = async () => {
    await editing.editor.saveNow();
    const reply = await restore.mutateAsync({ params: { id: flowId, versionId } });
    const { flow } = readFlow({ ...reply.version });
    if (flow) editing.editor.replace(flow, reply.version.revision);
    editing.remember(reply);
  };
  return (
    <li className="stack-3 surface-box pad-3-4">
      <div className="row-3">
        <strong>{name}</strong>
        <StatusBadge tone={isPublished ? 'success' : 'neutral'}>
          {isPublished ? 'Published' : state === 'DRAFT' ? 'Draft' : 'Older'}
        </StatusBadge>
        <span className="note grow">
          {formatCount(steps, 'step')}, changed <Ago at={updatedAt} />
          {updatedBy ? ` by ${updatedBy.name}` : ''}
        </span>
        {isCurrent ? null : (
          <Button size="xs" variant="default" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
            Compare with now
          </Button>
        )}
        {isCurrent || isReadOnly ? null : (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Restore
          </Button>
        )}
      </div>
      {isOpened ? <Changes flowId={flowId} versionId={versionId} editing={editing} /> : null}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore ${name.toLowerCase()}?`}
        confirmLabel="Restore"
        danger={false}
        onConfirm={restoreNow}
      >
        The draft becomes what this version was. What is published stays until you publish again.
      </ConfirmDialog>
    </li>
  );
};

/** The versions of a flow: each publication, and the draft. */
export const VersionsTab = ({ editing, isReadOnly }: VersionsTabProps) => {
  const list = useFlowVersions(editing.saved.flowId);
  return (
    <QueryView query={list.query} errorTitle="The versions could not be loaded">
      {() => (
        <>
          <ul className="stack-3 below-4 no-pad no-bullets" aria-label="Versions">
            {list.rows.map((version) => (
              <Line key={version.versionId} version={version} editing={editing} isReadOnly={isReadOnly} />
            ))}
          </ul>
          {list.more.hasMore ? (
            <Button variant="default" loading={list.more.isLoading} onClick={list.more.onMore}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </QueryView>
  );
};
