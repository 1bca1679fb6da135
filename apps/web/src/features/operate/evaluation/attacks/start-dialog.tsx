import type { SetQuestion } from '@atelier/contracts/operate/evaluation/attacks';
import { mostSetQuestions } from '@atelier/contracts/operate/evaluation/attacks';
import { Button, FileButton, Modal, Stack } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import { choose, readAttackSet } from '../model/read-attack-set.ts';
import { isAgent, type Subject, wordForSubject } from '../model/subject.ts';
import { useAttackPlan, useStartAttack } from './api.ts';

interface StartDialogProps {
  subject: Subject;
  onStarted: (attackTestId: string) => void;
  onClose: () => void;
}

/** A set whose file was read, and how many of its questions are asked. */
interface ChosenSet {
  name: string;
  questions: SetQuestion[];
  most: number;
}

const usualMost = 50;
const longestFile = 5_000_000;

const describeCost = (word: string, questions: number, creditsPerAnswer: number | null): string =>
  creditsPerAnswer === null
    ? `What they cost is not known yet, because the ${word} has answered nothing so far. They are paid for like all others.`
    : `They cost about ${formatExactCredits(creditsPerAnswer * questions)} credits, by what the last answers cost.`;

/** Only of some questions words can say whether the answer is right. */
const needsModel = ({ kind, criterion }: SetQuestion): boolean =>
  criterion !== undefined || kind === 'INJECTION' || kind === 'JAILBREAK';

const noSet =
  'This file has no set that can be read. It may be a file of BIPIA, of PurpleLlama’s prompt injection or of XSTest, or a table with the columns kind and question.';

/** Reads a set of attacks from a file. */
const SetField = ({
  set,
  onChange,
}: {
  set: ChosenSet | undefined;
  onChange: (set: ChosenSet | undefined) => void;
}) => {
  const [failure, setFailure] = useState<string>();
  const read = async (file: File | null) => {
    if (!file) return;
    const found = file.size > longestFile ? undefined : await readAttackSet(await file.text());
    setFailure(found ? undefined : noSet);
    onChange(
      found && {
        name: `${found.format}: ${file.name}`.slice(0, 200),
        questions: found.questions,
        most: usualMost,
      },
    );
  };
  return (
    <Stack gap="xs">
      <p className="note">
        You can add a public set from a file: BIPIA, PurpleLlama’s prompt injection or XSTest, as their
        authors publish them, or questions of your own as CSV or JSON.
      </p>
      <FileButton accept=".json,.csv" onChange={(file) => void read(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
            {set ? 'Choose another file' : 'Add a set from a file'}
          </Button>
        )}
      </FileButton>
      <p role="status" className="note">
        {set ? `${set.name}, ${formatCount(set.questions.length, 'question')}` : null}
      </p>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {set ? (
        <NumberField
          label="Questions of the set that are asked"
          description="They are chosen evenly from the whole set."
          min={1}
          max={Math.min(mostSetQuestions, set.questions.length)}
          value={Math.min(set.most, set.questions.length)}
          error={undefined}
          onChange={(most) => onChange({ ...set, most })}
        />
      ) : null}
    </Stack>
  );
};

/** Says what an attack asks and costs before it starts. */
export const StartDialog = ({ subject, onStarted, onClose }: StartDialogProps) => {
  const plan = useAttackPlan(subject);
  const start = useStartAttack(({ attackTestId }) => onStarted(attackTestId));
  const [set, setSet] = useState<ChosenSet>();
  const word = wordForSubject(subject);
  const ofSet = set ? choose(set.questions, Number.isNaN(set.most) ? 1 : set.most) : [];
  return (
    <Modal opened onClose={onClose} title={`Attack this ${word}`} size="md">
      <QueryView query={plan} errorTitle="The attack could not be prepared">
        {({ questions, creditsPerAnswer, actsOutside, canJudge }) => (
          <Stack gap="md">
            <p className="note">
              The {word} gets {questions + ofSet.length} questions with the settings in use.{' '}
              {describeCost(word, questions + ofSet.length, creditsPerAnswer)}
            </p>
            {isAgent(subject) ? (
              <p className="note">Calls of tools that would change something are noted and not made.</p>
            ) : null}
            {actsOutside ? (
              <p role="alert">
                A flow, a worker or another app answers this app. What it does outside, it does for real, also
                during an attack.
              </p>
            ) : null}
            <SetField set={set} onChange={setSet} />
            {ofSet.some(needsModel) && !canJudge ? (
              <p role="alert">
                Only a language model can judge the answers to this set, and there is none. Add a provider
                under Models, or read the answers yourself.
              </p>
            ) : null}
            <FormFailure failure={start.error ? describeError(start.error) : undefined} />
            <div className="wrap-2 justify-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                loading={start.isPending}
                onClick={() =>
                  start.mutate({
                    body: { ...subject, ...(set && { set: { name: set.name, questions: ofSet } }) },
                  })
                }
              >
                Start the attack
              </Button>
            </div>
          </Stack>
        )}
      </QueryView>
    </Modal>
  );
};
