import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { readyToImport } from '../../../../../tests/import-wizard.tsx';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { agentTour } from './agent-tour.ts';

const server = withBuilderServer();
const record = 'PUT /api/tenant/users/usr_1/guided-tour';
const slow = { timeout: 20_000 };

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    [record]: { data: { hasSeenKbGuide: false, hasSeenAppGuide: false, hasSeenAgentGuide: true } },
  };
});

const tourTitles = ['Agent Overview', 'Create Queue', 'Define Flow', 'Additional Settings', 'Test Agent'];
const recorded = () =>
  server.current.seen.filter(({ method, url }) => `${method} ${url}` === record).map(({ body }) => body);
const begin = async (address: string) => {
  open(address);
  await userEvent.click(await screen.findByRole('button', { name: 'Show me around' }, slow));
  return screen.findByRole('dialog', undefined, slow);
};

describe('the tour of agents', () => {
  it('leads through its five steps in the wizard, and is recorded at its end', {
    tags: ['TOUR-10', 'TOUR-11', 'TOUR-12', 'TOUR-13', 'TOUR-14'],
  }, async () => {
    await begin('/agents?new=worker&template=none');
    for (const title of tourTitles) {
      await screen.findByRole('dialog', { name: title });
      expect(recorded()).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: title === 'Test Agent' ? 'Done' : 'Next' }));
    }
    await waitFor(() => expect(recorded()).toEqual(['{"guide":"AGENT"}']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the wizard of workers', () => {
  it('has the steps OVERVIEW, FLOW, CREW and, as the last one, TEST_WORKER, and its tour keeps five', {
    tags: ['WORKER-02', 'WORKER-03'],
  }, async () => {
    await begin('/agents?new=worker&template=none');
    const steps = [...document.querySelectorAll('[data-tour^="wizard-"]')].map((step) =>
      step.getAttribute('data-tour')?.replace('wizard-', ''),
    );
    expect(steps).toEqual(['OVERVIEW', 'FLOW', 'CREW', 'TEST_WORKER']);
    expect(agentTour.map(({ title }) => title)).toEqual(tourTitles);
    await screen.findByRole('dialog', { name: 'Agent Overview' });
  });
});

describe('the guided tours', () => {
  const tours = [
    ['knowledge bases', 'four', '/knowledge-base/data-import', 4],
    ['apps', 'three', '/apps?new=1', 3],
    ['agents', 'five', '/agents?new=worker&template=none', 5],
  ] as const;

  it.each(tours)('lead through new %s in %s steps', { tags: ['TOUR-01'] }, async (_, __, address, steps) => {
    if (address.includes('data-import')) readyToImport(server.current);
    expect((await begin(address)).textContent).toContain(`1 of ${steps}`);
  });
});
