import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useReplayRun } from '../api.ts';

interface ReplayDialogProps {
  run: RunDetails;
  fromStep: number;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** An input of which only a part is shown cannot be edited, so the run is replayed with it unchanged. */
const editable = ({ input }: RunDetails): string | undefined =>
  input.text.length < input.size ? undefined : JSON.stringify(parseJson(input.text), null, 2);

/** Asks for the input with which a run is replayed from a step. */
export const ReplayDialog = ({ run, fromStep, onClose, onStarted }: ReplayDialogProps) => {
  const before = editable(run);
  const [text, setText] = useState(before);
  const replay = useReplayRun(onStarted);
  const parsed = text === undefined ? undefined : parseJson(text);
  const isWrong = text !== undefined && parsed === undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const input = text === before || text === undefined ? {} : { input: parsed };
    replay.mutate({ params: { runId: run.runId }, body: { fromStep, ...input } });
  };
  return (
    <Modal opened onClose={onClose} title={`Replay from step ${fromStep}?`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>
            The results recorded before this step are kept. The step and all later ones are executed again in
            a new run.
          </p>
          {text === undefined ? null : (
            <Textarea
              label="Input"
              description="JSON. Leave it as it is to use the input of this run."
              autosize
              minRows={4}
              maxRows={16}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={isWrong ? 'This is not JSON. Please correct it.' : undefined}
              data-autofocus
            />
          )}
          <FormFailure failure={replay.error ? describeError(replay.error) : undefined} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={replay.isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
