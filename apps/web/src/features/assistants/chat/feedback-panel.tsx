import { feedbackStatuses } from '@atelier/contracts/assistants/chat/feedback';
import type { RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { WrittenAnswer } from '../../../ui/content/written-answer.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { MakeTestQuestion } from '../../operate/evaluation/index.ts';
import { useChangeFeedbackStatus } from './api.ts';
import { ProposeAnswer } from './curated/propose-answer.tsx';
import classes from './history.module.css';
import { nameAsker } from './question-words.ts';
import { AnswerAnew } from './rated/answer-anew.tsx';
import { useAssign, useAssignees } from './rated/api.ts';
import { EditPassage } from './rated/edit-passage.tsx';

interface AssigneeSelectProps {
  rated: RatedAnswer;
  onChange: (changed: RatedAnswer) => void;
}

/** Chooses the member who looks after the feedback. */
const AssigneeSelect = ({ rated, onChange }: AssigneeSelectProps) => {
  const { appId, assignee, queryId } = rated;
  const { data } = useAssignees(appId);
  const assign = useAssign(onChange);
  const known = data?.items ?? [];
  // Shown until the list is there, and when they no longer see the app.
  const former = assignee && !known.some(({ userId }) => userId === assignee.userId) ? [assignee] : [];
  return (
    <NativeSelect
      label="Looked after by"
      data={[
        { value: '', label: 'Nobody yet' },
        ...[...known, ...former].map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
      value={assignee?.userId ?? ''}
      disabled={assign.isPending}
      onChange={(event) => {
        const userId = event.currentTarget.value;
        assign.mutate({ body: { queryId, userId: userId === '' ? null : userId } });
      }}
    />
  );
};

interface FeedbackPanelProps {
  /** Undefined while the panel is closed. */
  rated: RatedAnswer | undefined;
  onChange: (changed: RatedAnswer) => void;
  onClose: () => void;
}

const Said = ({ rated: { verdict, reason, text } }: { rated: RatedAnswer }) => (
  <>
    <p>{verdict === 'LIKE' ? 'The answer was liked.' : (reason ?? 'The answer was disliked.')}</p>
    {text === '' ? null : (
      <p className="break-anywhere pre-wrap" dir="auto">
        {text}
      </p>
    )}
  </>
);

/** The reader's feedback on an answer, and the state of its handling. */
export const FeedbackPanel = ({ rated, onChange, onClose }: FeedbackPanelProps) => {
  const change = useChangeFeedbackStatus(onChange);
  const [isCovered, setCovered] = useState(false);
  return (
    <SidePanel opened={rated !== undefined} onClose={onClose} title="Feedback" isCovered={isCovered}>
      {rated === undefined ? null : (
        <div className={`stack-4 min-0 ${classes.panel}`}>
          <NativeSelect
            label="Status"
            data={feedbackStatuses}
            value={rated.feedbackStatus}
            disabled={change.isPending}
            onChange={(event) => {
              const status = feedbackStatuses.find((each) => each === event.currentTarget.value);
              if (status) change.mutate({ body: { queryId: rated.queryId, status } });
            }}
          />
          <AssigneeSelect rated={rated} onChange={onChange} />
          <p className="row-1-3 muted small">
            <span>{nameAsker(rated)}</span>
            <span>{formatMoment(rated.givenAt)}</span>
          </p>
          <Said rated={rated} />
          <h3>Question</h3>
          <p className={`break-anywhere pre-wrap bold scroll ${classes.asked}`} dir="auto">
            {rated.question}
          </p>
          <h3>Answer</h3>
          <WrittenAnswer>{rated.answer === '' ? 'Nothing was written.' : rated.answer}</WrittenAnswer>
          <h3>Improve it</h3>
          {rated.verdict === 'DISLIKE' ? (
            <>
              <ProposeAnswer queryId={rated.queryId} appId={rated.appId} onCover={setCovered} />
              <EditPassage queryId={rated.queryId} appId={rated.appId} onCover={setCovered} />
            </>
          ) : null}
          <MakeTestQuestion {...rated} onCover={setCovered} />
          {rated.verdict === 'DISLIKE' || rated.newAnswer ? (
            <AnswerAnew rated={rated} onChange={onChange} />
          ) : null}
        </div>
      )}
    </SidePanel>
  );
};
