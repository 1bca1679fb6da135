import type { CreditUsage } from '@atelier/contracts/money/usage';
import { DayBars } from '../../../../lib/days/day-bars.tsx';
import { formatDate, formatExactCredits } from '../../../../lib/format.ts';
import classes from '../billing.module.css';
import type { Metric } from '../model/metrics.ts';

const DayTable = ({ series }: Pick<CreditUsage, 'series'>) => (
  <details className={classes.details}>
    <summary>Show the figures of each day</summary>
    <div className={`above-2 scroll-x ${classes.scroll}`}>
      <table className={`tabular full-width ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" data-number>
              Answers
            </th>
            <th scope="col" data-number>
              Tokens
            </th>
            <th scope="col" data-number>
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {series.map(({ day, answers, tokens, credits }) => (
            <tr key={day}>
              <th scope="row" className="no-wrap">
                {formatDate(day)}
              </th>
              <td data-number>{answers.toLocaleString('en')}</td>
              <td data-number>{tokens.toLocaleString('en')}</td>
              <td data-number>{formatExactCredits(credits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

interface ChartProps extends Pick<CreditUsage, 'series'> {
  metric: Metric;
}

/** Shows a metric for each day as bars, and all metrics as a table. */
export const UsageChart = ({ series, metric }: ChartProps) => (
  <div className="stack-4 content-start">
    <DayBars
      days={series.map(({ day }) => day)}
      values={series.map(metric.of)}
      label={metric.label}
      say={metric.say}
    />
    <DayTable series={series} />
  </div>
);
