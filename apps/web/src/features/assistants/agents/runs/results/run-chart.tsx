import type { Chart } from '@atelier/contracts/assistants/tools/chart';
import { Fold } from '../../../../../ui/layout/fold.tsx';
import { computeBars, computeLinePoints, computeValueRange, room, scaleY } from './chart-layout.ts';
import classes from './results.module.css';

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Labels that are all shown below a chart; of more, only the first and the last. */
const mostShownLabels = 8;

const say = (value: number, { unit }: Chart): string =>
  `${numbers.format(value)}${unit === '' ? '' : ` ${unit}`}`;

const Bars = ({ chart, of }: { chart: Chart; of: number }) =>
  computeBars(chart, of).map((bar, at) => (
    <rect key={chart.labels[at]} {...bar}>
      <title>{`${chart.labels[at]}: ${say(chart.series[of]?.values[at] ?? 0, chart)}`}</title>
    </rect>
  ));

const Drawing = ({ chart }: { chart: Chart }) => {
  const range = computeValueRange(chart);
  return (
    <svg
      viewBox={`0 0 ${room.width} ${room.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${chart.kind === 'BAR' ? 'Bar' : 'Line'} chart “${chart.title}”; its figures are in the table below`}
    >
      {[range.top, 0, range.bottom].map((value) => (
        <line
          key={value}
          className={classes.grid}
          x1={0}
          x2={room.width}
          y1={scaleY(value, range)}
          y2={scaleY(value, range)}
        />
      ))}
      {chart.series.map(({ name }, of) => (
        <g key={name} data-series={of}>
          {chart.kind === 'BAR' ? (
            <Bars chart={chart} of={of} />
          ) : (
            <polyline className={classes.line} points={computeLinePoints(chart, of)} />
          )}
        </g>
      ))}
    </svg>
  );
};

const LabelsBelow = ({ labels }: Pick<Chart, 'labels'>) =>
  labels.length <= mostShownLabels ? (
    <div
      className={`stack-1 text-center ${classes.labels}`}
      style={{ gridTemplateColumns: `repeat(${labels.length}, minmax(0, 1fr))` }}
      aria-hidden="true"
    >
      {labels.map((label) => (
        <span className="truncate" key={label}>
          {label}
        </span>
      ))}
    </div>
  ) : (
    <div className={`beside-3 between ${classes.ends}`} aria-hidden="true">
      <span>{labels[0]}</span>
      <span>{labels.at(-1)}</span>
    </div>
  );

const Figures = ({ chart }: { chart: Chart }) => (
  <div className="scroll-x">
    <table className={`small full-width ${classes.table}`}>
      <caption>{chart.title}</caption>
      <thead>
        <tr>
          <th scope="col">Label</th>
          {chart.series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.labels.map((label, at) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {chart.series.map(({ name, values }) => (
              <td key={name}>{say(values[at] ?? 0, chart)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A chart that an agent described, with its figures as a table. */
export const RunChart = ({ chart }: { chart: Chart }) => {
  const { top, bottom } = computeValueRange(chart);
  return (
    <figure className={`stack-2 one-column flat ${classes.chart}`}>
      <figcaption className={classes.title}>{chart.title}</figcaption>
      <div className={`stack-2 ${classes.plot}`}>
        <div className={`between flex flex-column ${classes.axis}`} aria-hidden="true">
          <span>{say(top, chart)}</span>
          <span>{say(bottom, chart)}</span>
        </div>
        <Drawing chart={chart} />
        <LabelsBelow labels={chart.labels} />
      </div>
      {chart.series.length > 1 ? (
        <ul className={`bare flex flex-wrap ${classes.legend}`} aria-hidden="true">
          {chart.series.map(({ name }, of) => (
            <li key={name} data-series={of}>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      <Fold label="Figures as a table">
        <Figures chart={chart} />
      </Fold>
    </figure>
  );
};
