import type { IndexComparison } from '@atelier/contracts/content/versions/index-versions';
import { formatCount } from '../../../lib/format.ts';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import classes from './index-versions.module.css';
import { percent } from './model/version-words.ts';

type Question = IndexComparison['questions'][number];

const differences: Record<Question['difference'], { tone: StatusTone; label: string }> = {
  BETTER: { tone: 'success', label: 'Better' },
  WORSE: { tone: 'danger', label: 'Worse' },
  SAME: { tone: 'neutral', label: 'The same' },
};

const findingWords = ({ rank, found }: Question['active'], expected: number): string =>
  rank === null ? 'Not found' : `Place ${rank}${expected > 1 ? `, ${found} of ${expected}` : ''}`;

/** The results of the saved questions with the active version and with another one. */
export const ComparisonTable = ({ comparison }: { comparison: IndexComparison }) => {
  const { active, candidate, pending, questions, topK } = comparison;
  return (
    <>
      <StatRow>
        <Stat
          label={`Found among the first ${topK}`}
          value={percent(candidate.recall)}
          hint={`now ${percent(active.recall)}`}
        />
        <Stat
          label="How far up (MRR)"
          value={candidate.mrr.toFixed(2)}
          hint={`now ${active.mrr.toFixed(2)}`}
        />
      </StatRow>
      {pending > 0 ? (
        <p className="note">{`${formatCount(pending, 'document')} not taken over yet.`}</p>
      ) : null}
      <div className="scroll-x">
        <table className={`small full-width ${classes.table}`} aria-label="Test questions compared">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Now</th>
              <th scope="col">This version</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {questions.map((question) => (
              <tr key={question.savedQuestionId}>
                <th scope="row">{question.query}</th>
                <td>{findingWords(question.active, question.expected)}</td>
                <td>{findingWords(question.candidate, question.expected)}</td>
                <td>
                  <StatusBadge tone={differences[question.difference].tone}>
                    {differences[question.difference].label}
                  </StatusBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
