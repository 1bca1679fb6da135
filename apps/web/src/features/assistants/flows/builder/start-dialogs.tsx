import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { useNavigate } from '@tanstack/react-router';
import { usePieces, useStartFlow, useTestFlow } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { PayloadDialog } from '../runs/payload-dialog.tsx';

/** The example of the first trigger as JSON to edit. */
const useExample = ({ state }: Editing): string => {
  const pieces = usePieces().data?.pieces ?? [];
  const [trigger] = state.flow.triggers;
  const piece = pieces.find(({ name }) => name === trigger?.settings?.pieceName);
  const member = piece?.triggers.find(({ name }) => name === trigger?.settings?.triggerName);
  return JSON.stringify(trigger?.sample ?? member?.sample ?? {}, null, 2);
};

/** Runs the draft. */
export const TestDialog = ({
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
      flowId={editing.saved.flowId}
      isBusy={test.isPending}
      error={test.error}
      onSubmit={(payload) => void run(payload)}
      onClose={onClose}
    />
  );
};

/** Runs the published version, and opens the run. */
export const RunDialog = ({ editing, onClose }: { editing: Editing; onClose: () => void }) => {
  const start = useStartFlow();
  const navigate = useNavigate();
  const example = useExample(editing);
  return (
    <PayloadDialog
      title="Run the flow"
      explanation="Runs the published version with these data, as if its trigger had sent them."
      submitLabel="Run now"
      initial={example}
      flowId={editing.saved.flowId}
      isBusy={start.isPending}
      error={start.error}
      onSubmit={(payload) =>
        start.mutate(
          { params: { id: editing.saved.flowId }, body: payload === undefined ? {} : { payload } },
          { onSuccess: ({ runId }) => void navigate({ to: `/flows/runs/${runId}` }) },
        )
      }
      onClose={onClose}
    />
  );
};
