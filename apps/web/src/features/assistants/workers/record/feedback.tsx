import { FeedbackReason, feedbackReasons } from '@atelier/contracts/assistants/chat/feedback';
import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { useRecordFeedback } from './api.ts';

interface DislikeProps {
  isBusy: boolean;
  onBack: () => void;
  onSend: (feedback: { reason: FeedbackReason; text: string }) => void;
}

const Dislike = ({ isBusy, onBack, onSend }: DislikeProps) => {
  const [reason, setReason] = useState<FeedbackReason>(feedbackReasons[1]);
  const [text, setText] = useState('');
  return (
    <>
      <NativeSelect
        label="What is wrong with it?"
        data={[...feedbackReasons]}
        value={reason}
        onChange={(event) => setReason(FeedbackReason.parse(event.currentTarget.value))}
      />
      <Textarea
        label="In your own words"
        description="It may stay empty."
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="wrap-2">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={isBusy} onClick={() => onSend({ reason, text: text.trim() })}>
          Send feedback
        </Button>
      </div>
    </>
  );
};

/** Says what the result of a record is worth. */
export const Feedback = ({ record }: { record: WorkerRecord }) => {
  const [isAsking, setAsking] = useState(false);
  const save = useRecordFeedback();
  const verdict = record.feedback?.verdict ?? 'NONE';
  const send = (body: Parameters<typeof save.mutate>[0]['body']) =>
    save.mutate({ params: { id: record.recordId }, body }, { onSuccess: () => setAsking(false) });
  return (
    <section className="stack-3" aria-label="Feedback">
      {isAsking ? (
        <Dislike
          isBusy={save.isPending}
          onBack={() => setAsking(false)}
          onSend={(feedback) => send({ verdict: 'DISLIKE', ...feedback })}
        />
      ) : (
        <div className="wrap-2">
          <Button
            size="xs"
            variant={verdict === 'LIKE' ? 'filled' : 'default'}
            leftSection={<IconThumbUp size={15} />}
            aria-pressed={verdict === 'LIKE'}
            onClick={() => send({ verdict: verdict === 'LIKE' ? 'NONE' : 'LIKE' })}
          >
            Good result
          </Button>
          <Button
            size="xs"
            variant={verdict === 'DISLIKE' ? 'filled' : 'default'}
            leftSection={<IconThumbDown size={15} />}
            aria-pressed={verdict === 'DISLIKE'}
            onClick={() => (verdict === 'DISLIKE' ? send({ verdict: 'NONE' }) : setAsking(true))}
          >
            Bad result
          </Button>
          {record.feedback?.reason ? <span className="note">{record.feedback.reason}</span> : null}
        </div>
      )}
      {save.error === null ? null : (
        <p role="alert" className="flat danger">
          {describeError(save.error).message}
        </p>
      )}
    </section>
  );
};
