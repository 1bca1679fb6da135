import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { useState } from 'react';
import { JsonValue } from '../../../../lib/json-value.tsx';
import { useValueText, type ValuePlace } from '../api.ts';

interface ValueViewProps {
  label: string;
  value: JsonPreview;
  /** The address of the whole of a large value. Without it, only the beginning was stored. */
  place?: ValuePlace;
}

/** An input or output of a run of a flow or a step. */
export const ValueView = ({ label, value, place }: ValueViewProps) => {
  const [isBegun, setBegun] = useState(false);
  const query = useValueText(place ?? { runId: '', of: 'INPUT' }, isBegun && place !== undefined);
  const whole = { isBegun, onBegin: () => setBegun(true), query };
  return <JsonValue label={label} value={value} {...(place === undefined ? {} : { whole })} />;
};
