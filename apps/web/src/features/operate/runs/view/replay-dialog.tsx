import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import { JsonDialog, toEditableText } from '../../../../lib/runs/json-dialog.tsx';
import { useReplayRun } from '../api.ts';

interface ReplayDialogProps {
  run: RunDetails;
  fromStep: number;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** Asks for the input with which a run is replayed from a step. */
export const ReplayDialog = ({ run, fromStep, onClose, onStarted }: ReplayDialogProps) => {
  const before = toEditableText(run.input);
  const replay = useReplayRun(onStarted);
  const submit = (input: unknown) => {
    const isSame = input === undefined || JSON.stringify(input, null, 2) === before;
    const body = isSame ? { fromStep } : { fromStep, input };
    replay.mutate({ params: { runId: run.runId }, body });
  };
  return (
    <JsonDialog
      title={`Replay from step ${fromStep}?`}
      explanation="The results recorded before this step are kept. The step and all later ones are executed again in a new run."
      label="Input"
      description="JSON. Leave it as it is to use the input of this run."
      submitLabel="Replay"
      initial={before}
      isBusy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    />
  );
};
