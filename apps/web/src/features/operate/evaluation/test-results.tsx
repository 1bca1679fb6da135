import type { PerformanceTest, TestResult } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { WrittenAnswer } from '../../../ui/content/written-answer.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { useAgentTools } from './api.ts';
import classes from './evaluation.module.css';
import { MadeCalls } from './made-calls.tsx';
import {
  describeDifferences,
  describeTestSide,
  nameExpected,
  percent,
  scoredByWords,
  verdictWords,
} from './model/test-words.ts';
import { RunProgress } from './run-panel.tsx';

type Whole = PerformanceTest & { results: TestResult[] };

const Answer = ({ title, accuracy, text }: { title: string; accuracy?: number | null; text: string }) => (
  <div>
    <dt>
      {title}
      {accuracy === undefined || accuracy === null ? '' : ` · ${percent(accuracy)}`}
    </dt>
    <dd>
      <WrittenAnswer>{text === '' ? 'Nothing was answered.' : text}</WrittenAnswer>
    </dd>
  </div>
);

const Result = ({ result, test }: { result: TestResult; test: Whole }) => {
  const { of, against, agentId } = test;
  const { question, correctAnswer, answer, accuracy, scoredBy, before, verdict, expectedCalls, calls } =
    result;
  const word = verdict === null ? undefined : verdictWords[verdict];
  return (
    <li className={`stack-2 ${classes.result}`}>
      <h3 dir="auto">{question}</h3>
      <p className="row-1-3 note">
        {word ? <StatusBadge tone={word.tone}>{word.label}</StatusBadge> : null}
        <span>
          {correctAnswer === null
            ? 'Somebody asked this. It has no correct answer; it counts as worse when it is no longer answered.'
            : scoredBy && scoredByWords[scoredBy]}
        </span>
      </p>
      <dl className={`stack-3 ${classes.answers}`}>
        {correctAnswer === null ? null : <Answer title="Correct answer" text={correctAnswer} />}
        {before ? (
          <Answer title={describeTestSide(against, test)} accuracy={before.accuracy} text={before.answer} />
        ) : null}
        {answer === null ? null : (
          <Answer title={describeTestSide(of, test)} accuracy={accuracy} text={answer} />
        )}
      </dl>
      {agentId === null || expectedCalls.length === 0 ? null : (
        <Expectations agentId={agentId} expected={expectedCalls} />
      )}
      <MadeCalls calls={calls} />
    </li>
  );
};

interface ExpectationsProps {
  agentId: string;
  expected: TestResult['expectedCalls'];
}

const Expectations = ({ agentId, expected }: ExpectationsProps) => {
  const { data } = useAgentTools(agentId);
  // A tool that the agent no longer has has only its name.
  const titleForTool = (tool: string) => data?.items.find(({ name }) => name === tool)?.title ?? tool;
  return (
    <ul className="stack-1 bare small">
      {expected.map(({ isMet, ...call }) => (
        <li className="row-2" key={JSON.stringify(call)}>
          <StatusBadge tone={isMet ? 'success' : 'danger'}>{isMet ? 'Met' : 'Missed'}</StatusBadge>
          {nameExpected(titleForTool(call.tool), call)}
        </li>
      ))}
    </ul>
  );
};

const importance: Record<string, number> = { WORSE: 0, BETTER: 1, SAME: 2 };
const sortRankFor = ({ verdict }: TestResult): number => importance[verdict ?? ''] ?? 3;

/** The results of a run: the figures, then each question with both answers, the worse ones first. */
export const TestResults = ({ test }: { test: Whole }) => (
  <div className="stack-5 min-0">
    <RunProgress run={test} done={test.answered} verb="answered" />
    <StatRow>
      <Stat label="Accuracy" value={percent(test.accuracy)} hint={describeTestSide(test.of, test)} />
      {test.accuracyBefore === null ? null : (
        <Stat
          label="Compared with"
          value={percent(test.accuracyBefore)}
          hint={describeTestSide(test.against, test)}
        />
      )}
      {test.worse + test.better + test.same === 0 ? null : (
        <Stat label="Differences" value={test.worse + test.better} hint={describeDifferences(test)} />
      )}
    </StatRow>
    <ul className="stack-5 bare">
      {test.results
        .filter(({ answer }) => answer !== null)
        .toSorted((one, other) => sortRankFor(one) - sortRankFor(other))
        .map((result) => (
          <Result key={result.question} result={result} test={test} />
        ))}
    </ul>
  </div>
);
