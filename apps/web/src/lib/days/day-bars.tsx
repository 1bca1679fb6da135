import { formatDate, formatMoment } from '../format.ts';
import { layOutBars, roundUp } from './bars.ts';
import classes from './days.module.css';

const room = { width: 600, height: 160 };
const gridLines = [0, 0.5, 1];

interface DayBarsProps {
  /** The days, oldest first, and the value of each. */
  days: readonly string[];
  values: readonly number[];
  /** Names what is shown, for example "Answers". */
  label: string;
  /** Formats a value with its unit. */
  say: (value: number) => string;
  /** The span of a bar. The texts of hours are points in time. */
  unit?: 'DAY' | 'HOUR';
  /** The place at which the same figures can be read. */
  figuresAre?: string;
  /** Opens what a bar stands for. */
  onOpen?: (day: string) => void;
}

/** A bar for each day. A table shows the same figures, and leads to the same places, for those who cannot see or point at the bars. */
export const DayBars = (props: DayBarsProps) => {
  const { days, values, label, say, unit = 'DAY', figuresAre = 'in the table below', onOpen } = props;
  if (!values.some((value) => value > 0))
    return <p className={classes.noBars}>{`No ${label.toLowerCase()} in these days.`}</p>;
  const top = roundUp(Math.max(0, ...values));
  const sayTime = (time: string) => (unit === 'HOUR' ? formatMoment(time) : formatDate(time));
  const first = sayTime(days[0] ?? '');
  const last = sayTime(days.at(-1) ?? '');
  return (
    <figure className={`stack-1 flat ${classes.chart}`}>
      <div className="muted tiny between tabular flex" aria-hidden="true">
        <span>{say(top)}</span>
      </div>
      <svg
        viewBox={`0 0 ${room.width} ${room.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} of each ${unit.toLowerCase()} from ${first} to ${last}; the figures are ${figuresAre}`}
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
          <rect
            key={days[index]}
            className={classes.bar}
            data-opens={onOpen !== undefined || undefined}
            {...(onOpen && { onClick: () => onOpen(days[index] ?? '') })}
            {...bar}
          >
            <title>{`${sayTime(days[index] ?? '')}: ${say(values[index] ?? 0)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="muted tiny between tabular flex">
        <span>{first}</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
};
