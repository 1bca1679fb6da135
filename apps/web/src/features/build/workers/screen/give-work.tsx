import { longestInput } from '@atelier/contracts/build/workers/worker-inputs';
import type { Worker } from '@atelier/contracts/build/workers/worker-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useTrigger } from '../record/api.ts';
import classes from './worker.module.css';

/** Gives a worker something to work on: a text. */
export const GiveWork = ({ worker }: { worker: Worker }) => {
  const [input, setInput] = useState('');
  const trigger = useTrigger();
  const send = () =>
    trigger.mutate(
      { body: { workerId: worker.workerId, input: input.trim() } },
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
    <Panel title="Give it work">
      <div className={classes.feed}>
        <Textarea
          aria-label="Input"
          placeholder="Paste a mail, a text or a list"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={longestInput}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <p className={classes.note}>
            {worker.status === 'PAUSED'
              ? 'The worker is paused: what you send waits until it is resumed.'
              : ''}
          </p>
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            disabled={input.trim() === ''}
            loading={trigger.isPending}
            onClick={send}
          >
            Send
          </Button>
        </div>
        {trigger.error === null ? null : (
          <p role="alert" className={classes.failure}>
            {describeError(trigger.error).message}
          </p>
        )}
      </div>
    </Panel>
  );
};
