import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const server = withBuilderServer();

const own = ['/pricing/overview', '/pricing/overview/plan', '/pricing/credit-usage', '/pricing/usage-limit'];

describe('who sees the billing pages', () => {
  beforeEach(() => {
    server.current.state.user = ada;
  });

  it('tells builders, operators and users whom to ask, and asks the server for nothing', {
    tags: ['BILLING-09'],
  }, async () => {
    for (const role of ['BUILDER', 'OPERATOR', 'USER'] as const) {
      server.current.state.user = { ...ada, role, permissions: [...rolePermissions[role]] };
      for (const path of own) {
        open(path);
        await screen.findByText('Only owners and admins see billing');
        expect(screen.queryByRole('navigation', { name: 'Billing' })).toBeNull();
        cleanup();
      }
    }
    const asked = server.current.seen.map(({ url }) => url.split('?')[0]);
    for (const path of ['plans', 'credit-usage', 'usage-limits', 'addons'])
      expect(asked).not.toContain(`/api/payment/${path}`);
  });

  it('leads from every page to the plans while there is none, and from nowhere else', {
    tags: ['BILLING-04', 'BILLING-05'],
  }, async () => {
    server.current.state.replies['GET /api/payment/subscription'] = {
      status: 404,
      code: 'billing.no_plan',
      message: 'No plan.',
    };
    server.current.state.replies['GET /api/payment/plans'] = {
      data: {
        currency: 'USD',
        plans: [],
        currentPlanId: null,
        isTrialAvailable: false,
        payment: { by: 'card', note: null },
      },
    };
    for (const path of own) {
      open(path);
      await heading('Plan');
      expect(location.pathname).toBe('/pricing/overview/plan');
      cleanup();
    }
    open('/agents');
    await heading(/Ada$/);
    expect(location.pathname).toBe('/agents');
  });
});
