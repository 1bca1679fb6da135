import type { RunStatus } from '@atelier/contracts/assistants/runs/run-shapes';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockPause,
  IconLoader2,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { statusWords } from '../model/run-words.ts';
import { computeBar, type TimelineRow } from '../model/timeline.ts';
import classes from '../runs.module.css';

const icons: Record<RunStatus, typeof IconLoader2> = {
  QUEUED: IconCircleDashed,
  RUNNING: IconLoader2,
  WAITING: IconClockPause,
  COMPLETED: IconCircleCheck,
  FAILED: IconAlertCircle,
  CANCELLED: IconCircleX,
};

const places = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Moves the focus along the lines. A line is selected when it gets the focus. */
const moveFocus = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const [, by] = Object.entries(places).find(([key]) => key === event.key) ?? [];
  if (by === undefined) return;
  event.preventDefault();
  const lines = [...(event.currentTarget.closest('ol')?.querySelectorAll('button') ?? [])];
  const to = Math.min(lines.length - 1, Math.max(0, lines.indexOf(event.currentTarget) + by));
  lines[to]?.focus();
  lines[to]?.click();
};

interface LineProps {
  row: TimelineRow;
  whole: TimelineRow;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

const Line = ({ row, whole, isChosen, onChoose }: LineProps) => {
  const Icon = icons[row.status];
  const { left, width } = computeBar(row, whole);
  return (
    <li>
      <button
        type="button"
        className={`stack-2 align-center text-color full-width text-md ${classes.line}`}
        data-depth={Math.min(row.depth, 6)}
        aria-current={isChosen ? 'step' : undefined}
        tabIndex={isChosen ? 0 : -1}
        onClick={() => onChoose(row.id)}
        onKeyDown={moveFocus}
      >
        <Icon
          className={`muted rigid ${classes.icon}`}
          data-status={row.status}
          size={16}
          role="img"
          aria-label={statusWords[row.status].label}
        />
        <span className="break-anywhere">{row.label}</span>
        <span className="muted small no-wrap tabular">{spanInWords(row.end - row.start)}</span>
        <span className={`relative sunken block round ${classes.track}`} aria-hidden="true">
          <span
            className={`round absolute ${classes.bar}`}
            data-status={row.status}
            style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
          />
        </span>
      </button>
    </li>
  );
};

interface TimelineProps {
  rows: readonly TimelineRow[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Shows the tree of a run: its stages, steps and child runs, each with its status, its duration and its time. */
export const Timeline = ({ rows, chosen, onChoose }: TimelineProps) => {
  const [whole] = rows;
  if (!whole) return null;
  return (
    <ol className={`flat no-bullets pad-2 ${classes.timeline}`} aria-label="Steps of the run">
      {rows.map((row) => (
        <Line key={row.id} row={row} whole={whole} isChosen={row.id === chosen} onChoose={onChoose} />
      ))}
    </ol>
  );
};
