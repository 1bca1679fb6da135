import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { Button, Switch } from '@mantine/core';
import { IconBolt, IconCopy, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { tellHost } from '../../../../lib/browser/host-window.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { GateDialog, heldBackBy, type TestsToPass } from '../../../operate/evaluation/index.ts';
import { useDuplicateFlow, usePublishFlow, usePublishFlowAnyway } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { DeleteFlowDialog } from '../list/delete-flow-dialog.tsx';
import { useSwitching } from '../list/use-switching.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RunDialog, TestDialog } from './start-dialogs.tsx';

/** Publishing and switching, which work on the saved draft. */
const usePublishing = ({ editor, saved, remember }: Editing) => {
  const { mutateAsync: send, isPending } = usePublishFlow();
  const { mutateAsync: sendAnyway } = usePublishFlowAnyway();
  const switching = useSwitching(remember);
  /** The tests that the draft has to pass, while the quality gate holds it back. */
  const [tests, setTests] = useState<TestsToPass>();
  const params = { id: saved.flowId };
  const finish = (reply: FlowDetails) => {
    remember(reply);
    editor.published(reply.version.revision);
    const { flowId, publishedVersionId: versionId } = reply;
    if (versionId !== null) tellHost({ type: 'FLOW_PUBLISHED', flowId, versionId });
    toastSuccess(reply.status === 'ENABLED' ? 'Published. The flow is on.' : 'Published.');
  };
  const publishNow = async () => {
    if (!(await editor.saveNow())) return;
    try {
      finish(await send({ params }));
    } catch (error) {
      const held = heldBackBy(error);
      setTests(held);
      if (!held) toastError(describeError(error).message);
    }
  };
  const gate = tests ? (
    <GateDialog
      tests={tests}
      change={{ draftOf: saved.flowId }}
      verb="Publish"
      onSave={async (isOverride) => finish(await (isOverride ? sendAnyway : send)({ params }))}
      onClose={() => setTests(undefined)}
    />
  ) : null;
  return {
    publish: () => void publishNow(),
    isPublishing: isPending,
    gate,
    switchTo: (isOn: boolean) => switching.switchTo(saved, isOn),
    isSwitching: switching.isBusy,
    question: switching.question,
  };
};

interface BuilderActionsProps {
  editing: Editing;
  isReadOnly: boolean;
  onTested: (runId: string) => void;
}

/** The actions on a flow, in the head of its screen. */
export const BuilderActions = ({ editing, isReadOnly, onTested }: BuilderActionsProps) => {
  const { editor, state, saved } = editing;
  const navigate = useNavigate();
  const duplicate = useDuplicateFlow();
  const publishing = usePublishing(editing);
  const [dialog, setDialog] = useState<'test' | 'run' | 'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const { flowId, publishedVersionId, status, abilities } = saved;
  const mayRun = abilities['canRun'] === true;
  const runDialog = dialog === 'run' ? <RunDialog editing={editing} onClose={close} /> : null;
  if (isReadOnly) {
    return mayRun ? (
      <>
        <Button leftSection={<IconBolt size={16} />} onClick={() => setDialog('run')}>
          Run now
        </Button>
        {runDialog}
      </>
    ) : null;
  }
  const hasChanges = saved.hasDraft || publishedVersionId === null || state.saving !== 'saved';
  return (
    <>
      {publishedVersionId === null ? null : (
        <Switch
          label="On"
          checked={status === 'ENABLED'}
          disabled={publishing.isSwitching}
          onChange={(event) => publishing.switchTo(event.currentTarget.checked)}
        />
      )}
      <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => setDialog('test')}>
        Test
      </Button>
      <Button loading={publishing.isPublishing} disabled={!hasChanges} onClick={publishing.publish}>
        Publish
      </Button>
      <ActionsMenu
        label={`Actions for ${state.flow.displayName}`}
        actions={[
          ...(mayRun
            ? [{ label: 'Run now', icon: <IconBolt size={16} />, onRun: () => setDialog('run') }]
            : []),
          { label: 'Rename', icon: <IconPencil size={16} />, onRun: () => setDialog('rename') },
          {
            label: 'Duplicate',
            icon: <IconCopy size={16} />,
            onRun: () =>
              duplicate.mutate(
                { params: { id: flowId }, body: {} },
                { onSuccess: (copy) => void navigate({ to: `/flows/${copy.flowId}` }) },
              ),
          },
          {
            label: 'Delete',
            icon: <IconTrash size={16} />,
            danger: true,
            onRun: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'test' ? <TestDialog editing={editing} onTested={onTested} onClose={close} /> : null}
      {runDialog}
      {publishing.question}
      {publishing.gate}
      {dialog === 'rename' ? (
        <RenameDialog
          name={state.flow.displayName}
          onRename={(displayName) => editor.change([{ type: 'RENAME_FLOW', displayName }])}
          onClose={close}
        />
      ) : null}
      {dialog === 'delete' ? (
        <DeleteFlowDialog
          flow={saved}
          onClose={close}
          onDeleted={() => void navigate({ to: '/flows', replace: true, ignoreBlocker: true })}
        />
      ) : null}
    </>
  );
};
