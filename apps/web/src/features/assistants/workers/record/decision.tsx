import type { OutputAction, WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconCheck, IconPencil, IconRepeat, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { useOutputAction } from './api.ts';
import { Correction } from './correction.tsx';
import classes from './record.module.css';

const asks = {
  REJECT: { label: 'Why is it rejected?', send: 'Reject it' },
  REDO: { label: 'What should be different?', send: 'Do it again' },
} as const;

interface CommentProps {
  action: keyof typeof asks;
  isBusy: boolean;
  onBack: () => void;
  onSend: (comment: string) => void;
}

const Comment = ({ action, isBusy, onBack, onSend }: CommentProps) => {
  const [comment, setComment] = useState('');
  const { label, send } = asks[action];
  return (
    <>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className="wrap-2">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          {...(action === 'REJECT' ? { color: 'red' } : {})}
          loading={isBusy}
          disabled={action === 'REDO' && comment.trim() === ''}
          onClick={() => onSend(comment.trim())}
        >
          {send}
        </Button>
      </div>
    </>
  );
};

/** Asks whether a result goes out: approve it, correct it, reject it, or have it done again. */
export const Decision = ({ record }: { record: WorkerRecord }) => {
  const [asking, setAsking] = useState<keyof typeof asks | 'CORRECT'>();
  const decide = useOutputAction();
  const send = (action: OutputAction, more: { comment?: string; output?: string } = {}) =>
    decide.mutate(
      { body: { recordId: record.recordId, action, ...more } },
      { onSuccess: () => setAsking(undefined) },
    );
  return (
    <section className={`stack-3 warning-box pad-4 ${classes.decision}`} aria-label="Decision">
      <p>This result waits for a person. Nothing is delivered until somebody approves it.</p>
      {asking === undefined ? (
        <div className="wrap-2">
          <Button
            leftSection={<IconCheck size={16} />}
            loading={decide.isPending}
            onClick={() => send('APPROVE')}
          >
            Approve
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} />}
            onClick={() => setAsking('CORRECT')}
          >
            Correct it
          </Button>
          <Button variant="default" leftSection={<IconRepeat size={16} />} onClick={() => setAsking('REDO')}>
            Do it again
          </Button>
          <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setAsking('REJECT')}>
            Reject
          </Button>
        </div>
      ) : null}
      {asking === 'CORRECT' ? (
        <Correction
          record={record}
          isBusy={decide.isPending}
          onBack={() => setAsking(undefined)}
          onSend={(output) => send('APPROVE', { output })}
        />
      ) : null}
      {asking === 'REJECT' || asking === 'REDO' ? (
        <Comment
          action={asking}
          isBusy={decide.isPending}
          onBack={() => setAsking(undefined)}
          onSend={(comment) => send(asking, { comment })}
        />
      ) : null}
      {decide.error === null ? null : (
        <p role="alert" className="flat danger">
          {describeError(decide.error).message}
        </p>
      )}
    </section>
  );
};
