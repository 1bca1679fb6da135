import type { CreditUsage } from '@atelier/contracts/billing-usage';
import { formatDate, formatExactCredits, formatShort } from '../../../lib/format.ts';
import classes from '../billing.module.css';
import { barsOf, roundUp } from '../model/bars.ts';

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
              Credits
            </th>
            <th scope="col" data-number>
              Uses
            </th>
          </tr>
        </thead>
        <tbody>
          {series.map(({ day, credits, records }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td data-number>{formatExactCredits(credits)}</td>
              <td data-number>{records.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

/** Credits of each day as bars, and the same as a table. */
export const UsageChart = ({ series }: Pick<CreditUsage, 'series'>) => {
  const top = roundUp(Math.max(...series.map(({ credits }) => credits)));
  const bars = barsOf(
    series.map(({ credits }) => credits),
    top,
    room,
  );
  const first = series[0]?.day ?? '';
  const last = series.at(-1)?.day ?? '';
  return (
    <div className={classes.stack}>
      <figure className={classes.chart}>
        <div className={classes.axis} aria-hidden="true">
          <span>{formatShort(top)} credits</span>
        </div>
        <svg
          viewBox={`0 0 ${room.width} ${room.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Credits of each day from ${formatDate(first)} to ${formatDate(last)}; the figures are in the table below`}
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
          {bars.map((bar, index) => (
            <rect key={series[index]?.day} className={classes.bar} {...bar}>
              <title>
                {`${formatDate(series[index]?.day ?? '')}: ${formatExactCredits(series[index]?.credits ?? 0)} credits`}
              </title>
            </rect>
          ))}
        </svg>
        <figcaption className={classes.axis}>
          <span>{formatDate(first)}</span>
          <span>{formatDate(last)}</span>
        </figcaption>
      </figure>
      <DayTable series={series} />
    </div>
  );
};
