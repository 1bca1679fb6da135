import { formatAgo, formatMoment } from './format.ts';

/** Shows how long ago something happened, with the exact time as its title. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatAgo(at)}
  </time>
);

/** Shows when something happened. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>;
