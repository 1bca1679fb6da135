import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import { Moment } from '../../../../lib/ago.tsx';
import { formatExactCredits } from '../../../../lib/format.ts';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { CauseNote } from '../../../../lib/runs/cause-note.tsx';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { valueText } from '../api.ts';
import { waitInWords } from '../model/run-words.ts';

const renderMoment = (at: string | null) => (at === null ? null : <Moment at={at} />);

const linkTo = (run: RunDetails['origin']) =>
  run === null ? null : <TextLink to={`/runs/${run.runId}`}>{run.title}</TextLink>;

const describeCredits = ({ credits, budgetCredits }: RunDetails): string | null => {
  if (budgetCredits !== null) return `${formatExactCredits(credits)} of ${formatExactCredits(budgetCredits)}`;
  return credits === 0 ? null : formatExactCredits(credits);
};

const waitedFor = ({ queuedAt, startedAt }: RunDetails): string | null =>
  startedAt === null ? null : spanInWords(Date.parse(startedAt) - Date.parse(queuedAt));

/** Shows the details of the run as a whole. */
export const RunPanel = ({ run }: { run: RunDetails }) => (
  <>
    {run.cause ? <CauseNote cause={run.cause} /> : null}
    {run.note === null ? null : <p>{run.note}</p>}
    {run.waits.length === 0 ? null : (
      <ul className="flat indent" aria-label="Waits for">
        {run.waits.map((wait) => (
          <li key={`${wait.kind} ${wait.name}`}>{waitInWords(wait)}</li>
        ))}
      </ul>
    )}
    <Facts
      facts={[
        ['About', run.subject && <TextLink to={run.subject.address}>{run.subject.name}</TextLink>],
        ['Ordered by', run.orderedBy],
        ['Queued', <Moment key="queued" at={run.queuedAt} />],
        ['Waited for its turn', waitedFor(run)],
        ['Started', renderMoment(run.startedAt)],
        ['Ended', renderMoment(run.endedAt)],
        ['Credits', describeCredits(run)],
        ['Failed attempts', run.attempts === 0 ? null : run.attempts],
        ['Interrupted by a stop of the server', run.losses === 0 ? null : `${run.losses} ×`],
        ['Started by the run', linkTo(run.parent)],
        ['Continues the run', linkTo(run.origin)],
        ['Version of the definition', run.version],
      ]}
    />
    <CodeBlock label="run id" code={run.runId} />
    {run.input.text === '{}' ? null : (
      <JsonValue label="Input" value={run.input} whole={valueText(run.runId, 'INPUT')} />
    )}
    {run.output ? (
      <JsonValue label="Output" value={run.output} whole={valueText(run.runId, 'OUTPUT')} />
    ) : null}
  </>
);
