import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { HelpTip } from '../../../../ui/guidance/help-tip.tsx';
import type { StatusFilter } from '../import-status.ts';
import { type Balance, type BalancePart, balanceParts, progressInWords } from '../model/import-balance.ts';
import classes from './documents.module.css';

const filterOf: Partial<Record<BalancePart['id'], StatusFilter>> = {
  imported: 'COMPLETED',
  failed: 'ERRORED',
  pending: 'IN-QUEUE',
  skipped: 'CANCELLED',
};

interface BalanceLineProps {
  balance: Balance;
  /** The noun for the counted objects. */
  word?: 'file' | 'document';
  /** The status by which the list below is filtered, if there is a list. */
  filter?: string;
  onFilter?: (filter: string) => void;
}

/** Counts the files or documents by their outcome. Selecting a count filters the list. */
export const BalanceLine = ({ balance, word = 'file', filter = '', onFilter }: BalanceLineProps) => (
  <div className={classes.balance} role="group" aria-label={`What has become of the ${word}s`}>
    <span>
      <strong className="bold text-color">{formatCount(balance.found, word)}</strong> found
    </span>
    <span aria-hidden="true">=</span>
    {balanceParts(balance).map((part) => {
      const status = filterOf[part.id];
      const text = `${part.count.toLocaleString('en')} ${part.label}`;
      return status === undefined || !onFilter ? (
        <span key={part.id} className={classes.part} data-part={part.id} title={part.meaning}>
          {text}
        </span>
      ) : (
        <button
          key={part.id}
          type="button"
          className={classes.part}
          data-part={part.id}
          title={part.meaning}
          aria-pressed={filter === status}
          onClick={() => onFilter(filter === status ? '' : status)}
        >
          {text}
        </button>
      );
    })}
    <VisuallyHidden role="status">{balance.found > 0 ? progressInWords(balance, word) : null}</VisuallyHidden>
    <HelpTip text="Everything that was sent or read from a source is accounted for. Unchanged: sent again with the same name and content. Processing: waiting for their turn, or being read." />
  </div>
);
