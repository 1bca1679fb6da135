import type { AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { callReply } from '../../../../../../tests/agent-replies.ts';
import { renderUi } from '../../../../../../tests/render-ui.tsx';
import { computeBars, computeValueRange, room } from './chart-layout.ts';
import { readChart } from './read-chart.ts';
import { RunChart } from './run-chart.tsx';
import { RunFiles } from './run-files.tsx';

const chart = {
  ...{ kind: 'BAR' as const, title: 'Sales', unit: '€', labels: ['May', 'June'] },
  series: [
    { name: 'North', values: [300, -150] },
    { name: 'South', values: [100, 0] },
  ],
};
const step = (output: unknown, more: object = {}) =>
  callReply({ output: output as null, ...more }) as Extract<AgentRunStep, { type: 'TOOL' }>;

it('draws a chart, and shows its figures as a table', async () => {
  await renderUi(<RunChart chart={chart} />);
  expect(screen.getByRole('img', { name: /^Bar chart “Sales”/ }).querySelectorAll('rect')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Figures as a table' }));
  const rows = within(screen.getByRole('table', { name: 'Sales' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Label', 'North', 'South'],
    ['May', '300 €', '100 €'],
    ['June', '-150 €', '0 €'],
  ]);
});

it('draws values below zero downwards, within the room', () => {
  expect(computeValueRange(chart)).toEqual({ top: 500, bottom: -200 });
  const [above, below] = computeBars(chart, 0);
  const zero = (room.height * 500) / 700;
  expect(above?.y).toBeCloseTo(zero - (room.height * 300) / 700, 6);
  expect(below?.y).toBeCloseTo(zero, 6);
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThan(room.height);
});

it('finds no chart in a failed call, and none that cannot be drawn', () => {
  expect(readChart(step({ chart }))).toEqual(chart);
  expect(readChart(step({ chart }, { status: 'FAILED' }))).toBeUndefined();
  expect(readChart(step({ chart: { ...chart, labels: ['May'] } }))).toBeUndefined();
  expect(readChart(step({ chart: '<script>' }))).toBeUndefined();
});

it('offers the files of a run, and shows pictures but no SVG', async () => {
  const file = (id: string, name: string, type: string) => ({
    ...{ id: `fil_${id.repeat(12)}`, name, type, size: 2048, sha256: 'x' },
  });
  const files = [
    file('b', 'figures.csv', 'text/csv'),
    file('c', 'map.png', 'image/png'),
    file('d', 'map.svg', 'image/svg+xml'),
  ];
  await renderUi(<RunFiles runId="run_1" files={files} />);
  const path = (id: string) => `/api/crew/agent-runs/run_1/files/fil_${id.repeat(12)}`;
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([path('c')]);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('download'), link.getAttribute('href')])).toEqual([
    ['figures.csv', path('b')],
    ['map.png', path('c')],
    ['map.svg', path('d')],
  ]);
});
