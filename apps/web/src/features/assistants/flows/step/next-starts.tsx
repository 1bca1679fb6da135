import type { FieldValues } from '@atelier/contracts/fields/fields';
import { useDebouncedValue } from '@mantine/hooks';
import { formatMoment } from '../../../../lib/format.ts';
import { useScheduleTimes } from '../api.ts';
import classes from './step.module.css';

const settleMs = 400;

/** Says when a schedule would start the flow next, while it is being set. */
export const NextStarts = ({ triggerName, input }: { triggerName: string; input: FieldValues }) => {
  const [settled] = useDebouncedValue(input, settleMs);
  const { data } = useScheduleTimes(triggerName, settled);
  if (!data) return null;
  const { times, problem } = data;
  return (
    <section className={classes.branch} aria-label="Next starts">
      {times.length === 0 ? (
        <p className="note">{problem}</p>
      ) : (
        <>
          <p className="note">Next starts, in your time, once the flow is published and on:</p>
          <ol className="flat small tabular pad-left-5">
            {times.map((time) => (
              <li key={time}>{formatMoment(time)}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
};
