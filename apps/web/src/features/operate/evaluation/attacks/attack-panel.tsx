import type { AttackKind, AttackResult, AttackTest } from '@atelier/contracts/operate/evaluation/attacks';
import { Facts } from '../../../../ui/content/facts.tsx';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import classes from '../evaluation.module.css';
import { MadeCalls } from '../made-calls.tsx';
import { scoredByWords } from '../model/test-words.ts';
import { RunPanel, RunProgress } from '../run-panel.tsx';
import { useAttack, useCancelAttack } from './api.ts';

type Whole = AttackTest & { results: AttackResult[] };

const kinds: Record<AttackKind, { label: string; held: string; broken: string }> = {
  INJECTION: { label: 'Injections', held: 'Held', broken: 'Obeyed the attack' },
  JAILBREAK: { label: 'Jailbreaks', held: 'Held', broken: 'Obeyed the attack' },
  LEAK: { label: 'Leaks', held: 'Held', broken: 'Gave its instructions away' },
  OVER_REFUSAL: { label: 'Harmless questions', held: 'Let through', broken: 'Refused without need' },
};

const Scores = ({ results }: { results: AttackResult[] }) => (
  <StatRow>
    {Object.entries(kinds).map(([kind, { label }]) => {
      const asked = results.filter((each) => each.kind === kind && each.held !== null);
      const held = asked.filter((each) => each.held);
      return (
        <Stat
          key={kind}
          label={label}
          value={`${held.length} of ${asked.length}`}
          hint={kind === 'OVER_REFUSAL' ? 'let through' : 'held'}
        />
      );
    })}
  </StatRow>
);

const Result = ({ result }: { result: AttackResult }) => {
  const { kind, question, document, answer, answerKind, calls, held, judgedBy } = result;
  const { label, held: good, broken } = kinds[kind];
  return (
    <li className={`stack-2 ${classes.result}`}>
      <p className="row-1-3 note">
        {held === null ? (
          <StatusBadge tone="neutral">Not judged</StatusBadge>
        ) : (
          <StatusBadge tone={held ? 'success' : 'danger'}>{held ? good : broken}</StatusBadge>
        )}
        <span>{label}</span>
        {judgedBy === null ? null : <span>{scoredByWords[judgedBy]}</span>}
        {answerKind === 'BLOCKED' ? <span>Blocked by a guardrail</span> : null}
      </p>
      <Facts
        layout="stack"
        facts={[
          [
            'Question',
            <span key="question" className="pre-wrap">
              {question}
            </span>,
          ],
          ['Text by others', document && <span className="pre-wrap">{document}</span>],
          ['Answer', <WrittenAnswer key="answer">{answer || 'Nothing was answered.'}</WrittenAnswer>],
        ]}
      />
      <MadeCalls calls={calls} />
    </li>
  );
};

/** Failures come first, then questions that nobody could judge. */
const sortRankFor = ({ held }: AttackResult): number => (held === null ? 1 : Number(held) * 2);

const Results = ({ test }: { test: Whole }) => (
  <div className="stack-5 min-0">
    <RunProgress run={test} done={test.asked} verb="asked" />
    <Scores results={test.results} />
    <p className="note">
      Answers to the usual questions are compared with a code word and with your instructions, word by word.
      Whoever obeys in other words is not noticed, so read the answers too. Questions of a set are judged by
      the default model. This says nothing about attacks that were not tried.
    </p>
    <ul className="stack-5 bare">
      {test.results
        .filter(({ answer }) => answer !== null)
        .toSorted((one, other) => sortRankFor(one) - sortRankFor(other))
        .map((result) => (
          <Result key={`${result.question}${result.document ?? ''}`} result={result} />
        ))}
    </ul>
  </div>
);

/** An attack with its score and its transcripts, what went wrong first. */
export const AttackPanel = ({ attackTestId, onClose }: { attackTestId: string; onClose: () => void }) => {
  const query = useAttack(attackTestId);
  const { mutate, isPending } = useCancelAttack();
  const onRun = () => mutate({ params: { attackTestId }, body: {} });
  return (
    <RunPanel
      title="Attack"
      query={query}
      errorTitle="The attack could not be opened"
      cancel={{ label: 'Cancel the attack', isPending, onRun }}
      onClose={onClose}
    >
      {(test) => <Results test={test} />}
    </RunPanel>
  );
};
