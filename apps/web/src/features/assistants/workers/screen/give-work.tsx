import { longestInput, mostUploads, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconPlayerPlay, IconSparkles } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { upload } from '../../../../lib/server/upload.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { FileDrop } from '../../../../ui/forms/file-drop.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { recordKeys, useSampleData, useTrigger } from '../record/api.ts';

/** Sends files, each of which becomes a record, with what the text says about all of them. */
const useSendFiles = (workerId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ files, text }: { files: readonly File[]; text: string }) => {
      const form = new FormData();
      form.append('workerId', workerId);
      if (text !== '') form.append('input', text);
      for (const file of files) form.append('files', file);
      return upload(workerInputs.endpoints.upload, form);
    },
    onSuccess: async ({ records }) => {
      if (records.length > 0) toastSuccess(`The worker has ${formatCount(records.length, 'file')}.`);
      await Promise.all(recordKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
};

const Failures = ({
  errors,
  refused,
}: {
  errors: readonly unknown[];
  refused: readonly { name: string; message: string }[];
}) => (
  <>
    {errors.map((error) =>
      error === null ? null : (
        <p key={describeError(error).message} role="alert" className="flat danger">
          {describeError(error).message}
        </p>
      ),
    )}
    {refused.map(({ name, message }) => (
      <p key={name} role="alert" className="flat danger">
        {name}: {message}
      </p>
    ))}
  </>
);

/** Gives a worker something to work on: a text, files, or its sample data. */
export const GiveWork = ({ worker }: { worker: Worker }) => {
  const [input, setInput] = useState('');
  const trigger = useTrigger();
  const samples = useSampleData();
  const files = useSendFiles(worker.workerId);
  const text = input.trim();
  const send = () =>
    trigger.mutate(
      { body: { workerId: worker.workerId, input: text } },
      {
        onSuccess: ({ recordId }) => {
          setInput('');
          toastSuccess('The worker has it.', {
            link: { text: 'Watch it', to: `/worker-record?id=${recordId}` },
          });
        },
      },
    );
  return (
    <Panel
      title="Give it work"
      description={
        worker.status === 'PAUSED'
          ? 'The worker is paused: what you send waits until it is resumed.'
          : undefined
      }
      actions={
        worker.sampleData.length === 0 ? undefined : (
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} />}
            loading={samples.isPending}
            onClick={() => samples.mutate({ params: { id: worker.workerId } })}
          >
            Add sample data
          </Button>
        )
      }
    >
      <div className="stack-3">
        <Textarea
          aria-label="Input"
          placeholder="Paste a mail, a text or a list. Files dropped below get it as a note."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={longestInput}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <div className="wrap-2 between">
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            disabled={text === ''}
            loading={trigger.isPending}
            onClick={send}
          >
            Send
          </Button>
        </div>
        <FileDrop
          size="compact"
          maxFiles={mostUploads}
          hint="Each file becomes a record."
          disabled={files.isPending}
          onFiles={(dropped) => files.mutate({ files: dropped, text })}
        />
        <Failures errors={[trigger.error, samples.error, files.error]} refused={files.data?.refused ?? []} />
      </div>
    </Panel>
  );
};
