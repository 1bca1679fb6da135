import type { StorageUse } from '@atelier/contracts/content/storage';
import { formatCount, formatFileSize } from '../../../lib/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { kindsInUse } from './model/kinds-in-use.ts';

const nearlyFull = 0.9;

const Room = ({ use }: { use: StorageUse }) => {
  if (use.limitBytes === null) return <p className="note">Your plan sets no limit.</p>;
  const share = use.limitBytes === 0 ? 1 : use.usedBytes / use.limitBytes;
  return (
    <div className="stack-2">
      <ProgressBar
        value={share}
        label={`${formatFileSize(use.usedBytes)} of ${formatFileSize(use.limitBytes)} used`}
        withText
        tone={share >= nearlyFull ? 'danger' : 'accent'}
      />
      {share >= nearlyFull ? (
        <p className="note">
          There is little space left. Delete what is not needed any more, or{' '}
          <TextLink to="/pricing/overview/plan">choose a larger plan</TextLink>.
        </p>
      ) : null}
    </div>
  );
};

/** Shows how much space is used, by which kinds of items, and how much the plan allows. */
export const UsePanel = ({ use }: { use: StorageUse }) => (
  <Panel title="Storage in use">
    <div className="stack-5">
      <StatRow>
        <Stat label="All" value={formatFileSize(use.usedBytes)} />
        {kindsInUse(use.types).map(({ type, label, bytes, items }) => (
          <Stat key={type} label={label} value={formatFileSize(bytes)} hint={formatCount(items, 'item')} />
        ))}
      </StatRow>
      <Room use={use} />
    </div>
  </Panel>
);
