import type { CreditUsage, UsageGrouping } from '@atelier/contracts/money/usage';
import { SegmentedControl } from '@mantine/core';
import type { Days } from '../../../../lib/days/ranges.ts';
import { formatExactCredits } from '../../../../lib/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useCreditUsage } from '../api.ts';
import classes from '../billing.module.css';

export type Grouping = Exclude<UsageGrouping, 'day'>;

const groupings: { value: Grouping; label: string }[] = [
  { value: 'user', label: 'Person' },
  { value: 'app', label: 'App' },
  { value: 'model', label: 'Model' },
  { value: 'kind', label: 'Kind' },
];

export const parseGrouping = (word: string): Grouping =>
  groupings.find(({ value }) => value === word)?.value ?? 'user';

const GroupTable = ({ usage, by }: { usage: CreditUsage; by: string }) => (
  <table className={`tabular full-width ${classes.table}`}>
    <thead>
      <tr>
        <th scope="col">{by}</th>
        <th scope="col" className={classes.share}>
          Share
        </th>
        <th scope="col" data-number>
          Credits
        </th>
        <th scope="col" data-number>
          Uses
        </th>
      </tr>
    </thead>
    <tbody>
      {usage.groups.map(({ key, label, credits, records }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td className={classes.share}>
            <ProgressBar
              label={`Share of ${label}`}
              value={usage.totals.credits === 0 ? 0 : credits / usage.totals.credits}
            />
          </td>
          <td data-number>{formatExactCredits(credits)}</td>
          <td data-number>{records.toLocaleString('en')}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface UsageGroupsProps {
  days: Days;
  groupBy: Grouping;
  onChange: (groupBy: Grouping) => void;
}

/** Shows which users, apps, models or kinds of work spent the credits. */
export const UsageGroups = ({ days, groupBy, onChange }: UsageGroupsProps) => {
  const query = useCreditUsage(days, groupBy);
  const by = groupings.find(({ value }) => value === groupBy)?.label ?? '';
  return (
    <Panel
      title="Used by"
      actions={
        <SegmentedControl
          aria-label="Group by"
          size="xs"
          data={groupings}
          value={groupBy}
          onChange={(value) => onChange(parseGrouping(value))}
        />
      }
    >
      <QueryView query={query} errorTitle="The groups could not be loaded">
        {(usage) => <GroupTable usage={usage} by={by} />}
      </QueryView>
    </Panel>
  );
};
