import type { AppReport, AppReports } from '@atelier/contracts/assistants/chat/reports';
import { type Days, everyDay } from '../../../../lib/days/ranges.ts';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';

export type DayOfReport = AppReports['days'][number];

type Figures = Omit<DayOfReport, 'day'>;

const none: Figures = {
  ...{ questions: 0, answered: 0, unanswered: 0, failed: 0 },
  ...{ likes: 0, dislikes: 0, credits: 0 },
};

const names = Object.keys(none) as (keyof Figures)[];

/** Adds up the figures of apps or of days. */
export const addUp = (rows: readonly Figures[]): Figures => {
  const sum = (name: keyof Figures) => rows.reduce((total, row) => total + row[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as unknown as Figures;
};

/** Returns every day of the period; those on which nothing was asked with zeros. */
export const fillDays = (period: Days, days: readonly DayOfReport[]): DayOfReport[] => {
  const known = new Map(days.map((row) => [row.day, row]));
  return everyDay(period).map((day) => known.get(day) ?? { day, ...none });
};

/** Formats the share of the completed replies that are an answer. */
export const shareAnswered = ({ answered, unanswered }: Pick<Figures, 'answered' | 'unanswered'>): string =>
  answered + unanswered === 0 ? '–' : `${Math.round((100 * answered) / (answered + unanswered))} %`;

export const formatSeconds = (milliseconds: AppReport['medianMs']): string => {
  if (milliseconds === null) return '–';
  if (milliseconds < 100) return 'under 0.1 s';
  return `${(milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
};

/** A figure that the chart of a report can show for each day. */
export interface ReportMetric {
  id: string;
  label: string;
  of: (day: DayOfReport) => number;
  say: (value: number) => string;
}

export const reportMetrics = [
  {
    id: 'questions',
    label: 'Questions',
    of: (day) => day.questions,
    say: (it) => formatCount(it, 'question'),
  },
  {
    id: 'unanswered',
    label: 'Unanswered',
    of: (day) => day.unanswered,
    say: (it) => `${it.toLocaleString('en')} unanswered`,
  },
  { id: 'dislikes', label: 'Dislikes', of: (day) => day.dislikes, say: (it) => formatCount(it, 'dislike') },
  {
    id: 'credits',
    label: 'Credits',
    of: (day) => day.credits,
    say: (it) => `${formatExactCredits(it)} ${it === 1 ? 'credit' : 'credits'}`,
  },
] as const satisfies readonly ReportMetric[];

/** Reads the metric from the address. An unknown word means the number of questions. */
export const metricOfWord = (word: string): ReportMetric =>
  reportMetrics.find(({ id }) => id === word) ?? reportMetrics[0];
