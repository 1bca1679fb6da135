import type { CreditUsage } from '@atelier/contracts/money/usage';
import { formatDate, formatExactCredits } from '../../../../lib/format.ts';
import classes from '../billing.module.css';
import { layOutBars, roundUp } from '../model/bars.ts';
import type { Metric } from '../model/metrics.ts';

const room = { width: 600, height: 160 };
const gridLines = [0, 0.5, 1];

const DayTable = ({ series }: Pick<CreditUsage, 'series'>) => (
  <details className={classes.details}>
    <summary>Show the figures of each day</summary>
    <div className={classes.scroll}>
      <table className={classes.table}>
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
              <th scope="row" className={classes.day}>
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

const Bars = ({ series, metric }: ChartProps) => {
  const values = series.map(metric.of);
  const top = roundUp(Math.max(0, ...values));
  const first = formatDate(series[0]?.day ?? '');
  const last = formatDate(series.at(-1)?.day ?? '');
  return (
    <figure className={classes.chart}>
      <div className={classes.axis} aria-hidden="true">
        <span>{metric.say(top)}</span>
      </div>
      <svg
        viewBox={`0 0 ${room.width} ${room.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${metric.label} of each day from ${first} to ${last}; the figures are in the table below`}
      >
        {gridLines.map((share) => (
          <line
            key={share}
            className={classes.grid}
            x1={0}
            x2={room.width}
            y1={room.height * share}
            y2={room.height * share}
          />
        ))}
        {layOutBars(values, top, room).map((bar, index) => (
          <rect key={series[index]?.day} className={classes.bar} {...bar}>
            <title>{`${formatDate(series[index]?.day ?? '')}: ${metric.say(values[index] ?? 0)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={classes.axis}>
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
};

/** Shows a metric for each day as bars, and all metrics as a table. */
export const UsageChart = ({ series, metric }: ChartProps) => (
  <div className={classes.stack}>
    {series.some((day) => metric.of(day) > 0) ? (
      <Bars series={series} metric={metric} />
    ) : (
      <p className={classes.noBars}>No {metric.label.toLowerCase()} were used in these days.</p>
    )}
    <DayTable series={series} />
  </div>
);
