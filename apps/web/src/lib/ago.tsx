import { formatAgo, formatMoment } from './format.ts';

/** How long ago something was; the exact moment is its title. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatAgo(at)}
  </time>
);
