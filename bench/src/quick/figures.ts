import type { Path } from './paths.ts';

/** The cost of one call of a hot path. */
export interface Figure {
  name: string;
  what: string;
  /** CPU milliseconds of the product's and the database's processes. They differ between machines. */
  cpuMs: number;
  /** The ratio to the CPU of a bare route with one statement, both measured in the same run. */
  ratio: number;
  /** The number of times that the server waits for PostgreSQL. */
  roundTrips: number;
  transactions: number;
  goal: Path['goal'];
}

/** The messages of an idle server to PostgreSQL. */
export interface Idle {
  seconds: number;
  roundTrips: number;
}

export interface Quick {
  bareMs: number;
  figures: Figure[];
  idle: Idle;
}

/** A figure may be worse than the stored one by this much. */
const allowed = 1.25;
/** A timer of the idle server may fire once more within the seconds that are counted. */
const idleSlack = 1;

const perSecond = ({ roundTrips, seconds }: Idle): number => roundTrips / seconds;

/**
 * Lists which figures are worse than the stored ones. CPU is worse when both its time and its ratio to the bare route are: on a slow machine
 * all times are longer, and where a processor runs faster for a moment the bare route gains more than the product, so all ratios are
 * larger. Counts are whole, so that small ones may not grow.
 */
export const worseThan = (stored: Quick, now: Quick): string[] => {
  const faults: string[] = [];
  for (const { name, what, ...figure } of now.figures) {
    const known = stored.figures.find((one) => one.name === name);
    if (!known) {
      faults.push(`${what} has no stored figure`);
      continue;
    }
    if (figure.ratio > known.ratio * allowed && figure.cpuMs > known.cpuMs * allowed)
      faults.push(
        `${what}: CPU is ×${figure.ratio.toFixed(1)} of a bare route, stored ×${known.ratio.toFixed(1)}`,
      );
    for (const count of ['roundTrips', 'transactions'] as const)
      if (figure[count] > Math.floor(known[count] * allowed))
        faults.push(`${what}: ${figure[count]} ${labels[count]}, stored ${known[count]}`);
  }
  const idleLimit = perSecond(stored.idle) * allowed * now.idle.seconds + idleSlack;
  if (now.idle.roundTrips > idleLimit)
    faults.push(
      `idle: ${perSecond(now.idle).toFixed(2)} messages a second, stored ${perSecond(stored.idle).toFixed(2)}`,
    );
  return faults;
};

const labels = { roundTrips: 'messages to PostgreSQL', transactions: 'transactions' };

const goalOf = (value: number | undefined, prefix = '≤ '): string =>
  value === undefined ? '' : `${prefix}${value}`;

/** Formats the figures beside their goals, as a Markdown table. */
export const formatQuick = ({ figures, idle, bareMs }: Quick): string =>
  [
    '| one call | CPU ms | goal | × bare route | goal | messages | goal | transactions | goal |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(({ what, cpuMs, ratio, roundTrips, transactions, goal }) =>
      [
        '',
        what,
        cpuMs.toFixed(cpuMs < 10 ? 2 : 1),
        goalOf(goal.cpuMs),
        ratio.toFixed(1),
        goalOf(goal.ratio, '≤ '),
        roundTrips,
        goalOf(goal.roundTrips),
        transactions,
        goalOf(goal.transactions),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
    `| idle, for a second | | | | | ${perSecond(idle).toFixed(2)} | ≤ 0.5 | | |`,
    `| a bare route with one statement | ${bareMs.toFixed(2)} | | 1.0 | | 1 | | 0 | |`,
  ].join('\n');
