import type { CellKind, Content } from './grid.ts';

/** Returns a number from 0 up to and without `below`. */
export type Pick = (below: number) => number;

export const choose = <T>(pick: Pick, from: readonly T[]): T => {
  const one = from[pick(from.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
};

/** Returns entries in an order by chance. */
export const shuffled = <T>(pick: Pick, from: readonly T[]): T[] =>
  from
    .map((entry) => ({ entry, at: pick(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);

export const columnWords = [
  ...['Revenue', 'Cost', 'Profit', 'Units sold', 'Share', 'Price', 'Stock', 'Orders', 'Returns', 'Growth'],
  ...['Hours', 'Visitors', 'Budget', 'Actual', 'Forecast', 'Weight (kg)', 'Height', 'Status', 'Owner', 'Due'],
  ...[
    'Phone',
    'Umsatz',
    'Menge',
    'Preis in €',
    'Comment',
    'Score',
    'Average',
    'Maximum',
    'Net income',
    'Tax',
  ],
] as const;

export const groupWords = [
  ...['First half', 'Second half', 'Domestic', 'Abroad', 'Plan', 'Result', 'Retail', 'Wholesale', 'Online'],
  ...['Three months ended', 'Year ended', 'Women', 'Men', 'Before', 'After', 'Q1', 'Q2', 'Inland', 'Ausland'],
] as const;

export const rowWords = [
  ...['North', 'South', 'East', 'West', 'Berlin', 'Paris', 'Oslo', 'Lisbon', 'Prague', 'Vienna', 'Dublin'],
  ...['Lamp', 'Chair', 'Desk', 'Shelf', 'Mirror', 'Carpet', 'Sofa', 'Cupboard', 'Stool', 'Bench', 'Bed'],
  ...['Wages', 'Rent', 'Energy', 'Travel', 'Marketing', 'Research', 'Insurance', 'Interest paid', 'Other'],
  ...['Müller GmbH', 'Ada Lovelace', 'Grace Hopper', 'Operating expenses', 'Total assets', 'Cash at the end'],
  ...['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta', 'Iota', 'Kappa', 'Lambda', 'Mu'],
] as const;

export const cornerWords = [
  'Region',
  'Product',
  'Item',
  'Name',
  'Department',
  'Category',
  'Position',
] as const;

const valueWords = [
  ...['open', 'closed', 'in progress', 'yes', 'no', 'approved by the board', 'red', 'blue', 'not before May'],
  ...[
    'see note 4',
    'A. Meyer',
    'B. Silva',
    'high',
    'low',
    'medium',
    'room 12 on the second floor',
    'pending',
  ],
] as const;

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const dayMs = 86_400_000;
/** Day 0 of workbooks. */
const firstDay = Date.UTC(1899, 11, 30);

const makers: Readonly<Record<CellKind, (pick: Pick) => { text: string; number: number }>> = {
  text: (pick) => ({ text: choose(pick, valueWords), number: 0 }),
  integer: (pick) => {
    const number = pick(1000);
    return { text: String(number), number };
  },
  grouped: (pick) => {
    const number = 1000 + pick(900_000);
    return { text: grouped.format(number), number };
  },
  decimal: (pick) => {
    const number = pick(500_000) / 100;
    return { text: decimal.format(number), number };
  },
  percent: (pick) => {
    const tenths = pick(1000);
    return { text: `${(tenths / 10).toFixed(1)}%`, number: tenths / 1000 };
  },
  date: (pick) => {
    const number = 43_000 + pick(3000);
    return { text: new Date(firstDay + number * dayMs).toISOString().slice(0, 10), number };
  },
  year: (pick) => {
    const number = 1990 + pick(40);
    return { text: String(number), number };
  },
};

export const makeContent = (pick: Pick, kind: CellKind): Content => ({ kind, ...makers[kind](pick) });

export const textContent = (text: string): Content => ({ text, kind: 'text', number: 0 });
export const yearContent = (year: number): Content => ({ text: String(year), kind: 'year', number: year });
