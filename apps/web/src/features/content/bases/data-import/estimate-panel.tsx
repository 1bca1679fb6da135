import type { ImportEstimate } from '@atelier/contracts/content/sources/source-shapes';
import { formatCredits } from '../../../../lib/format.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { durationInWords } from '../../versions/index.ts';
import type { useEstimate } from './use-estimate.ts';

const count = (value: number, isExact: boolean): string =>
  `${isExact ? '' : '≈ '}${value.toLocaleString('en')}`;

const Figures = ({ estimate }: { estimate: ImportEstimate }) => {
  const { documents, pages, tokens, seconds, credits, isExact, note } = estimate;
  return (
    <>
      <StatRow>
        <Stat label="Documents" value={count(documents, isExact)} />
        <Stat label="Pages" value={count(pages, isExact)} />
        <Stat label="Tokens" value={count(tokens, isExact)} />
        <Stat label="Time" value={durationInWords(seconds)} />
        <Stat label="Credits" value={formatCredits(credits)} hint={credits === 0 ? 'No charge' : undefined} />
      </StatRow>
      <p className="note">
        {isExact ? 'Nothing has started yet.' : 'Estimated from a sample; nothing has started yet.'}
        {note === null ? '' : ` ${note}`}
      </p>
    </>
  );
};

/** The size, duration and cost of the import, shown before it starts. */
export const EstimatePanel = ({ estimate }: { estimate: ReturnType<typeof useEstimate> }) => (
  <section className="stack-4" aria-label="Estimate" aria-busy={estimate.isFetching}>
    <QueryView query={estimate} errorTitle="There is no estimate">
      {(figures) => <Figures estimate={figures} />}
    </QueryView>
  </section>
);
