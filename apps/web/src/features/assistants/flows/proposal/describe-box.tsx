import { longestSentence } from '@atelier/contracts/assistants/flows/flow-proposals';
import { Button, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useCanPropose } from '../api.ts';
import classes from './proposal.module.css';

const newFlowWords = {
  label: 'Describe what should happen',
  placeholder:
    'When an order comes in, mail it to sales if its total is above 1,000, and answer with a thank-you.',
  submit: 'Propose a flow',
  note: 'A model proposes the steps. Nothing is changed before you accept them.',
};

const changeWords = {
  label: 'Describe what should change',
  placeholder: 'Mail large orders to the head of sales as well, and do nothing at weekends.',
  submit: 'Propose a change',
  note: 'A model reads the steps with their settings, but no connections and no example data. Nothing is changed before you accept.',
};

interface DescribeBoxProps {
  onDescribe: (sentence: string) => void;
  isBusy: boolean;
  /** Why the last sentence did not become a flow. */
  error?: unknown;
  initial?: string | undefined;
  /** Set where a flow that has steps is to be changed: closes the box. */
  onClose?: (() => void) | undefined;
}

const NoModel = ({ onClose }: Pick<DescribeBoxProps, 'onClose'>) => (
  <div className={`${classes.describe} ${classes.ask}`}>
    <p className={`note grow ${classes.words}`}>
      {onClose ? 'A sentence can change the steps' : 'A sentence can become a flow'}. This needs a chat model
      that writes; the built-in one only quotes. <TextLink to="/models">Add a provider under Models</TextLink>
    </p>
    {onClose ? (
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    ) : null}
  </div>
);

const Failure = ({ error }: { error: unknown }) => {
  const { message, details } = describeError(error);
  const problems = readProperty(details, 'problems');
  return (
    <div className="danger small" role="alert">
      <p className="flat small">{message}</p>
      {Array.isArray(problems) ? (
        <ul className="margin-top-1 pad-left-5">
          {problems.map((it) => (
            <li key={String(it)}>{String(it)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};

/** Asks in words for a flow, or for a change of one. */
export const DescribeBox = ({ onDescribe, isBusy, error, initial = '', onClose }: DescribeBoxProps) => {
  const words = onClose ? changeWords : newFlowWords;
  const [sentence, setSentence] = useState(initial);
  const canPropose = useCanPropose();
  if (!canPropose) return <NoModel onClose={onClose} />;
  const isReady = sentence.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onDescribe(sentence.trim());
  };
  return (
    <form className={classes.describe} onSubmit={submit}>
      <Textarea
        label={words.label}
        placeholder={words.placeholder}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user has just opened the box to write in it.
        autoFocus={onClose !== undefined}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestSentence}
        value={sentence}
        onChange={(event) => setSentence(event.currentTarget.value)}
      />
      {error ? <Failure error={error} /> : null}
      <div className={classes.ask}>
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSparkles size={16} />}
          loading={isBusy}
          disabled={!isReady}
        >
          {words.submit}
        </Button>
        {onClose ? (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        ) : null}
        <p className={`note grow ${classes.words}`}>{words.note}</p>
      </div>
    </form>
  );
};
