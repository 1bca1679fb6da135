import type { TracedPassage, TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { Trace } from '@atelier/contracts/assistants/chat/trial';
import { Button, Group, Loader } from '@mantine/core';
import { nameModel } from '../../../../lib/name-model.ts';
import { waitsNote } from '../../../../lib/waits-note.ts';
import { Facts } from '../../../../ui/content/facts.tsx';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { answerRun } from '../../chat/index.ts';
import type { Attempt } from './try-app.ts';
import { whyFound } from './why-words.ts';
import classes from './workbench.module.css';

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const count = (amount: number): string => amount.toLocaleString('en');

/** Returns what a step says of itself, as rows of a name and a text. */
const listStepFacts = (step: TraceStep): [string, string][] => {
  if (step.kind === 'SEARCH')
    return [
      ['Searched for', step.query],
      ['Retriever', step.retriever],
      ['Chunks', `${step.passages.length} read of ${step.found} found`],
      ['Search', seconds(step.durationMs)],
    ];
  if (step.kind === 'MODEL')
    return [
      ['Model', nameModel(step.modelId)],
      ['Tokens', `${count(step.inputTokens)} in, ${count(step.outputTokens)} out`],
      ['Writing', seconds(step.durationMs)],
    ];
  return [[step.title, `${step.status.toLowerCase()}, ${seconds(step.durationMs)}. ${step.detail}`.trim()]];
};

const rowsOfAll = ({ steps, usage, firstTextMs, totalMs }: Trace): [string, string][] => [
  ...steps.flatMap(listStepFacts),
  ['First text', firstTextMs === null ? 'none' : `after ${seconds(firstTextMs)}`],
  ['Whole answer', `after ${seconds(totalMs)}`],
  ['Credits', usage.credits.toLocaleString('en', { maximumFractionDigits: 6 })],
];

/** Leads to the run of the flow or the agent that answered. */
const RunLink = ({ steps, modelId }: Pick<Trace, 'steps' | 'modelId'>) => {
  const run = steps.find((step) => step.kind === 'STEP' && step.runId !== undefined);
  return run?.kind === 'STEP' && run.runId !== undefined ? (
    <TextLink to={answerRun(modelId, run.runId).address}>
      {`See the run of the ${answerRun(modelId, run.runId).of}`}
    </TextLink>
  ) : null;
};

/** The numbers of the citations, by the ids of their passages. */
type Cited = ReadonlyMap<string, number>;

const Passage = ({ passage, citation }: { passage: TracedPassage; citation: number | undefined }) => (
  <li>
    <p className="flat break-anywhere">
      {citation === undefined ? null : <strong>[{citation}] </strong>}
      <span dir="auto">{passage.document.name}</span>
      {passage.document.page === undefined ? '' : `, page ${passage.document.page}`}
      {citation === undefined ? ' · read, not cited' : ' · cited'}
    </p>
    <p className="flat break-anywhere muted">{whyFound(passage)}</p>
    <blockquote dir="auto">{passage.text}</blockquote>
  </li>
);

const Passages = ({ passages, cited }: { passages: TracedPassage[]; cited: Cited }) =>
  passages.length === 0 ? (
    <p className="flat break-anywhere muted">No chunk was found, so there was nothing to answer from.</p>
  ) : (
    <ol className={`stack-4 bare small ${classes.passages}`} aria-label="Chunks that the model read">
      {passages.map((passage) => (
        <Passage key={passage.chunkId} passage={passage} citation={cited.get(passage.chunkId)} />
      ))}
    </ol>
  );

const TraceView = ({ trace, cited }: { trace: Trace; cited: Cited }) => {
  const search = trace.steps.find((step) => step.kind === 'SEARCH');
  const amount = search?.passages.length ?? 0;
  const chunks = search ? `${amount} ${amount === 1 ? 'chunk' : 'chunks'}, ` : '';
  return (
    <Fold label="Why this answer" summary={`${chunks}${seconds(trace.totalMs)}`}>
      {() => (
        <>
          <Facts layout="beside" facts={rowsOfAll(trace)} />
          <RunLink {...trace} />
          {search && search.retriever !== 'NONE' ? (
            <Passages passages={search.passages} cited={cited} />
          ) : null}
        </>
      )}
    </Fold>
  );
};

/** A question of the trial, its answer, and how the answer came about. */
export const AttemptView = ({ attempt, onAsk }: { attempt: Attempt; onAsk: (question: string) => void }) => {
  const { question, answer, trace, citations, followUps, isRunning, waits, failure } = attempt;
  return (
    <article className="stack-3 min-0 one-column">
      <p className={`flat break-anywhere pre-wrap rounded-lg self-end ${classes.question}`} dir="auto">
        {question}
      </p>
      {answer === '' ? null : (
        <div className="min-0 break-anywhere" dir="auto">
          <WrittenAnswer sources={citations.map(({ index }) => index)}>{answer}</WrittenAnswer>
        </div>
      )}
      {isRunning && answer === '' ? <Loader size="xs" aria-label="The app is answering" /> : null}
      {isRunning ? (
        // It is on the page before it says anything, so that its text is read out when it comes.
        <div role="status">{waits ? <p className="flat break-anywhere muted">{waitsNote}</p> : null}</div>
      ) : null}
      {failure === undefined ? null : (
        <p className="flat danger" role="alert">
          {failure}
        </p>
      )}
      {followUps.length === 0 || isRunning ? null : (
        <Group gap="xs" role="group" aria-label="Questions to ask next">
          {followUps.map((next) => (
            <Button key={next} size="compact-sm" variant="default" onClick={() => onAsk(next)}>
              <span dir="auto">{next}</span>
            </Button>
          ))}
        </Group>
      )}
      {trace ? (
        <TraceView trace={trace} cited={new Map(citations.map(({ chunkId, index }) => [chunkId, index]))} />
      ) : null}
    </article>
  );
};
