import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { useTrigger } from '../record/api.ts';
import { RecordView } from '../record/record-view.tsx';

/** Gives a worker a sample or a text of one's own, and shows what happens, live. */
export const TestStep = ({ worker }: { worker: Worker }) => {
  const [first] = worker.sampleData;
  const [at, setAt] = useState(0);
  const [input, setInput] = useState(first?.input ?? '');
  const trigger = useTrigger();
  const recordId = trigger.data?.recordId;
  const name = worker.sampleData[at]?.input === input ? worker.sampleData[at]?.name : undefined;
  const choose = (next: number) => {
    setAt(next);
    setInput(worker.sampleData[next]?.input ?? '');
  };
  return (
    <div className="stack-4 one-column">
      <p className="note">
        “{worker.name}” is deployed. Try it: what you run here is a real record, with real credits and real
        deliveries.
      </p>
      {worker.sampleData.length > 1 ? (
        <NativeSelect
          label="Sample"
          value={String(at)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
          data={worker.sampleData.map((sample, index) => ({ value: String(index), label: sample.name }))}
        />
      ) : null}
      <Textarea
        label="Input"
        autosize
        minRows={5}
        maxRows={14}
        maxLength={200_000}
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
      />
      <div className="wrap-2">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          disabled={input.trim() === ''}
          loading={trigger.isPending}
          onClick={() =>
            trigger.mutate({
              body: { workerId: worker.workerId, input, ...(name === undefined ? {} : { name }) },
            })
          }
        >
          Run the test
        </Button>
      </div>
      {trigger.error === null ? null : (
        <p role="alert" className="flat danger">
          {describeError(trigger.error).message}
        </p>
      )}
      {recordId === undefined ? null : <RecordView key={recordId} recordId={recordId} isCompact />}
    </div>
  );
};
