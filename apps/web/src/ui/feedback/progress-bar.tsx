import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** The progress from 0 to 1; undefined while the length of the work is not known. */
  value: number | undefined;
  /** Names the work that is in progress. */
  label: string;
  /** Shows the label and the percentage above the bar. */
  withText?: boolean;
  tone?: 'accent' | 'success' | 'danger';
}

/** The progress of one piece of work, as a figure and as a bar. */
export const ProgressBar = ({ value, label, withText = false, tone = 'accent' }: ProgressBarProps) => {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className={`relative full-width ${classes.root}`} data-tone={tone}>
      {withText ? (
        <div className="beside-3 muted tiny between margin-bottom-1" aria-hidden="true">
          <span>{label}</span>
          <span className="tabular">{percent === undefined ? '' : `${percent} %`}</span>
        </div>
      ) : null}
      <progress className={classes.native} aria-label={label} max={100} value={percent} />
      <div className={`overflow-hidden round ${classes.track}`} aria-hidden="true">
        <div
          className={`full-height ${classes.fill}`}
          data-unknown={percent === undefined || undefined}
          style={{ inlineSize: percent === undefined ? '30%' : `${percent}%` }}
        />
      </div>
    </div>
  );
};
