import type { AnsweredAnew, RatedAnswer } from '@atelier/contracts/build/chat/rated-answers';
import { Button } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { formatMoment } from '../../../../lib/format.ts';
import classes from '../history.module.css';
import { useAskAgain, useTell } from './api.ts';

const origins: Partial<Record<AnsweredAnew['origin'], string>> = {
  PERSON: 'A curated answer of yours',
  COMPUTED: 'Computed from the rows of a table',
};

const notAnswered = 'The app still finds no answer.';

const NewAnswer = ({ made }: { made: AnsweredAnew }) => (
  <>
    <p className={classes.facts}>
      <span>{formatMoment(made.madeAt)}</span>
      {made.answerKind === 'ANSWER' ? <span>{origins[made.origin]}</span> : <span>{notAnswered}</span>}
    </p>
    <p className={classes.answer} dir="auto">
      {made.answer}
    </p>
  </>
);

/** Says where the reader of the answer is told. */
const reachOf = ({ readerEmail }: RatedAnswer): string =>
  readerEmail === null
    ? 'They read it in their conversation. No mail address is known.'
    : `They read it in their conversation and in a mail to ${readerEmail}.`;

const toldOf = ({ newAnswer }: RatedAnswer): string | undefined =>
  newAnswer?.told
    ? `${newAnswer.told.by ?? 'Somebody'} told them on ${formatMoment(newAnswer.told.at)}.`
    : undefined;

interface AnswerAnewProps {
  rated: RatedAnswer;
  onChange: (changed: RatedAnswer) => void;
}

/** Asks a rated question again, shows what the app answers now, and tells it to the reader. */
export const AnswerAnew = ({ rated, onChange }: AnswerAnewProps) => {
  const { newAnswer, queryId } = rated;
  const ask = useAskAgain(onChange);
  const tell = useTell(onChange);
  const may = useMay();
  const told = toldOf(rated);
  const canTell = newAnswer?.answerKind === 'ANSWER' && told === undefined;
  return (
    <>
      <h3>New answer</h3>
      {newAnswer === null ? (
        <p className={classes.quiet}>
          When you have improved something, ask the question again, and tell the new answer to who asked.
        </p>
      ) : (
        <NewAnswer made={newAnswer} />
      )}
      {told === undefined ? null : <p>{told}</p>}
      {may('apps:write') ? (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={ask.isPending}
          onClick={() => ask.mutate({ body: { queryId } })}
        >
          Ask again
        </Button>
      ) : null}
      {canTell ? (
        <>
          <p className={classes.quiet}>{reachOf(rated)}</p>
          <Button
            leftSection={<IconSend size={16} />}
            loading={tell.isPending}
            onClick={() => tell.mutate({ body: { queryId } })}
          >
            Tell them the new answer
          </Button>
        </>
      ) : null}
    </>
  );
};
