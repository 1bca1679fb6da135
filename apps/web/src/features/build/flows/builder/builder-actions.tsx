import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { Button, Switch } from '@mantine/core';
import { IconCopy, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { useDuplicateFlow, usePieces, usePublishFlow, useSwitchFlow, useTestFlow } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { DeleteFlowDialog } from '../list/delete-flow-dialog.tsx';
import { PayloadDialog } from '../runs/payload-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** The example of the first trigger as JSON to edit. */
const useExample = ({ state }: Editing): string => {
  const pieces = usePieces().data?.pieces ?? [];
  const [trigger] = state.flow.triggers;
  const piece = pieces.find(({ name }) => name === trigger?.settings?.pieceName);
  const member = piece?.triggers.find(({ name }) => name === trigger?.settings?.triggerName);
  return JSON.stringify(trigger?.sample ?? member?.sample ?? {}, null, 2);
};

const TestDialog = ({
  editing,
  onTested,
  onClose,
}: {
  editing: Editing;
  onTested: (runId: string) => void;
  onClose: () => void;
}) => {
  const test = useTestFlow();
  const example = useExample(editing);
  const run = async (payload: JsonValue | undefined) => {
    if (!(await editing.editor.saveNow())) return;
    test.mutate(
      { params: { id: editing.saved.flowId }, body: payload === undefined ? {} : { payload } },
      {
        onSuccess: ({ runId }) => {
          onTested(runId);
          onClose();
        },
      },
    );
  };
  return (
    <PayloadDialog
      title="Test the flow"
      explanation="Runs the draft with these data, as if its trigger had sent them. The steps really run: they call other systems and send mails."
      submitLabel="Run the test"
      initial={example}
      isBusy={test.isPending}
      error={test.error}
      onSubmit={(payload) => void run(payload)}
      onClose={onClose}
    />
  );
};

/** Publishing and switching, which work on the saved draft. */
const usePublishing = ({ editor, saved, remember }: Editing) => {
  const publish = usePublishFlow();
  const change = useSwitchFlow();
  const params = { id: saved.flowId };
  const publishNow = async () => {
    if (!(await editor.saveNow())) return;
    try {
      const reply = await publish.mutateAsync({ params });
      remember(reply);
      editor.published(reply.version.revision);
      toastSuccess(reply.status === 'ENABLED' ? 'Published. The flow is on.' : 'Published.');
    } catch (error) {
      toastError(describeError(error).message);
    }
  };
  return {
    publish: () => void publishNow(),
    isPublishing: publish.isPending,
    switchTo: (isOn: boolean) =>
      change.mutate(
        { params, body: { status: isOn ? 'ENABLED' : 'DISABLED' } },
        { onSuccess: (reply) => remember(reply) },
      ),
    isSwitching: change.isPending,
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
  const [dialog, setDialog] = useState<'test' | 'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  if (isReadOnly) return null;
  const { flowId, publishedVersionId, status } = saved;
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
      {dialog === 'rename' ? (
        <RenameDialog
          name={state.flow.displayName}
          onRename={(displayName) => editor.change((flow) => ({ ...flow, displayName }))}
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
