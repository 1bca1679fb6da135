import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { Ago } from '../../../../lib/ago.tsx';
import { formatMoment } from '../../../../lib/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { isUnderWay, statusInList } from '../../documents/index.ts';
import { ConnectorIcon } from '../catalogue/connector-icon.tsx';
import { balanceInWords, scheduleInWords, sourceTypeLabel } from '../model/source-words.ts';
import classes from './sources.module.css';

/** The name and kind of a source, with the reason of a failure or a note below it. */
export const NameCell = ({ source }: { source: Source }) => (
  <span className="beside-3 flex-start">
    <span className={`muted rigid ${classes.icon}`}>
      <ConnectorIcon type={source.type} />
    </span>
    <span className="stack min-0 break-anywhere">
      <span>{source.name}</span>
      <span className="muted tiny regular pretty">{sourceTypeLabel(source)}</span>
      {source.sync?.note ? <span className="muted tiny regular pretty">{source.sync.note}</span> : null}
      {source.sync?.error ? (
        <span className="danger tiny regular pretty">{source.sync.error.message}</span>
      ) : null}
      {source.state === 'PAUSED' ? (
        <span className="danger tiny regular pretty">
          Paused. {source.pauseReason ?? 'It is not read by itself until you resume or sync it.'}
        </span>
      ) : null}
    </span>
  </span>
);

/** The status of a source in a list, with its progress while it is being read (IMPORT-05 to IMPORT-11). */
export const StatusCell = ({ source }: { source: Source }) => {
  const { sync } = source;
  if (!sync) return <StatusBadge tone="neutral">Not read yet</StatusBadge>;
  const { label, tone } = statusInList(sync.status);
  return (
    <span className="row-1-2">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {isUnderWay(sync.status) ? (
        <span className={`stack-1 ${classes.progress}`}>
          <span className="muted tiny regular pretty">{sync.stage ?? 'Waiting for its turn'}</span>
          <ProgressBar value={sync.progress} label={`Progress of ${source.name}`} />
        </span>
      ) : null}
    </span>
  );
};

export const BalanceCell = ({ source }: { source: Source }) => (
  <span className="small tabular">{balanceInWords(source)}</span>
);

export const ScheduleCell = ({ source }: { source: Source }) => (
  <span className="stack min-0 break-anywhere">
    <span>{scheduleInWords(source.schedule)}</span>
    {source.nextSyncAt === null ? null : (
      <span className="muted tiny regular pretty">
        Next <time dateTime={source.nextSyncAt}>{formatMoment(source.nextSyncAt)}</time>
      </span>
    )}
  </span>
);

export const LastSyncCell = ({ source }: { source: Source }) =>
  source.lastSyncAt === null ? (
    <span className="muted tiny regular pretty">Never</span>
  ) : (
    <Ago at={source.lastSyncAt} />
  );
