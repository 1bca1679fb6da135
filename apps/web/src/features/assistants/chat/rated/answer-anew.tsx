import type { AnsweredAnew, RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconSend } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { formatMoment } from '../../../../lib/format.ts';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { useTell } from './api.ts';
import { useAskAgain } from './use-ask-again.ts';

const origins: Partial<Record<AnsweredAnew['origin'], string>> = {
  PERSON: 'A curated answer of yours',
  COMPUTED: 'Computed from the rows of a table',
};

const notAnswered = 'The app still finds no answer.';

const NewAnswer = ({ made }: { made: AnsweredAnew }) => (
  <>
    <p className="row-1-3 muted small">
      <span>{formatMoment(made.madeAt)}</span>
      {made.answerKind === 'ANSWER' ? <span>{origins[made.origin]}</span> : <span>{notAnswered}</span>}
    </p>
    <WrittenAnswer>{made.answer}</WrittenAnswer>
  </>
);

/** The new answer: what is being written, else what is kept. */
const Shown = ({ newAnswer, written }: Pick<RatedAnswer, 'newAnswer'> & { written: string | undefined }) => {
  if (written !== undefined)
    return (
      <>
        <p role="status" className="muted small">
          {written === '' ? 'The app is looking for an answer …' : 'The app is writing …'}
        </p>
        <WrittenAnswer>{written}</WrittenAnswer>
      </>
    );
  if (newAnswer !== null) return <NewAnswer made={newAnswer} />;
  return (
    <p className="muted small">
      When you have improved something, ask the question again, and tell the new answer to who asked.
    </p>
  );
};

/** Says where the reader of the answer is told. */
const describeReach = ({ readerEmail }: RatedAnswer): string =>
  readerEmail === null
    ? 'They read it in their conversation. No mail address is known.'
    : `They read it in their conversation and in a mail to ${readerEmail}.`;

const describeDelivery = ({ newAnswer }: RatedAnswer): string | undefined =>
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
  const { ask, stop, written, failure } = useAskAgain(queryId, onChange);
  const isWriting = written !== undefined;
  const tell = useTell(onChange);
  const may = useMay();
  const told = describeDelivery(rated);
  const canTell = newAnswer?.answerKind === 'ANSWER' && told === undefined && !isWriting;
  return (
    <>
      <h3>New answer</h3>
      <Shown newAnswer={newAnswer} written={written} />
      {told === undefined || isWriting ? null : <p>{told}</p>}
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {may('apps:write') ? (
        <Button
          variant="default"
          leftSection={isWriting ? <IconPlayerStop size={16} /> : <IconRefresh size={16} />}
          onClick={isWriting ? stop : ask}
        >
          {isWriting ? 'Stop' : 'Ask again'}
        </Button>
      ) : null}
      {canTell ? (
        <>
          <p className="muted small">{describeReach(rated)}</p>
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
