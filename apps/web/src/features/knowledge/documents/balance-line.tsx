import { formatCount } from '../../../lib/format.ts';
import type { StatusFilter } from '../../../lib/import-status.ts';
import { HelpTip } from '../../../ui/help-tip.tsx';
import { type Balance, type BalancePart, balanceParts } from '../model/import-balance.ts';
import classes from './documents.module.css';

const filterOf: Partial<Record<BalancePart['id'], StatusFilter>> = {
  imported: 'COMPLETED',
  failed: 'ERRORED',
  pending: 'IN-QUEUE',
  skipped: 'CANCELLED',
};

interface BalanceLineProps {
  balance: Balance;
  /** The part that the list is narrowed to, where there is a list. */
  filter?: string;
  onFilter?: (filter: string) => void;
}

/** What has become of every file that was sent; its parts narrow the list. */
export const BalanceLine = ({ balance, filter = '', onFilter }: BalanceLineProps) => (
  <div className={classes.balance} role="group" aria-label="What has become of the files">
    <span>
      <strong>{formatCount(balance.found, 'file')}</strong> found
    </span>
    <span aria-hidden="true">=</span>
    {balanceParts(balance).map((part) => {
      const word = filterOf[part.id];
      const text = `${part.count.toLocaleString('en')} ${part.label}`;
      return word === undefined || !onFilter ? (
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
          aria-pressed={filter === word}
          onClick={() => onFilter(filter === word ? '' : word)}
        >
          {text}
        </button>
      );
    })}
    <HelpTip text="Every file that was sent is accounted for. Unchanged: sent again with the same name and content. Skipped: cancelled. Pending: waiting or being read." />
  </div>
);
