import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../kernel/config/config.ts';
import { CatalogueError, getCatalogue, planFor } from './catalogue.ts';

const allowance = {
  credits: 5,
  members: 1,
  knowledgeBases: 1,
  apps: 1,
  storageBytes: 1,
  dailyStories: 1,
};
const plan = (planId: string, planType: string) => ({
  planId,
  planType,
  name: planId,
  description: '',
  monthlyPrice: 0,
  featureBalances: allowance,
});
const own = { currency: 'EUR', plans: [plan('starter', 'Free'), plan('team', 'Premium')] };

const configWith = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'plans.json');
  writeFileSync(path, content);
  return loadConfig({ BILLING_CATALOGUE: path });
};

describe('the catalogue of plans', () => {
  it('contains plans as subscriptions, and add-ons for the product', { tags: ['BILLING-06'] }, () => {
    const { plans, addOns } = getCatalogue(loadConfig({ FREE_CREDITS: '1234' }));
    expect(plans.map(({ planType }) => planType)).toEqual(['Free', 'Premium', 'Enterprise']);
    expect(new Set(plans.map(({ packageType }) => packageType))).toEqual(new Set(['SUBSCRIPTION']));
    expect(new Set(addOns.map(({ packageType }) => packageType))).toEqual(new Set(['ADDON']));
    expect(new Set(addOns.map(({ serviceType }) => serviceType))).toEqual(new Set(['ATELIER']));
    expect(plans[0]?.featureBalances.credits).toBe(1234);
  });

  it("is the operator's own file when there is one", () => {
    const catalogue = getCatalogue(configWith(JSON.stringify(own)));
    expect(catalogue).toMatchObject({ currency: 'EUR', addOns: [] });
    expect(catalogue.plans[0]?.featureBalances.credits).toBe(5);
    expect(planFor(catalogue, 'sold-no-more').planId).toBe('starter');
  });

  it.each([
    ['is no JSON', '{', /not usable/],
    ['lacks a plan for trials', JSON.stringify({ ...own, plans: [own.plans[0]] }), /of type Premium/],
    [
      'uses an id twice',
      JSON.stringify({ ...own, plans: [...own.plans, own.plans[0]] }),
      /each id must be used once/,
    ],
    [
      'has a price that is no number',
      JSON.stringify({ ...own, plans: [{ ...own.plans[0], monthlyPrice: 'much' }, own.plans[1]] }),
      /plans\.0\.monthlyPrice/,
    ],
  ])('says what is wrong with a file that %s', (_, content, message) => {
    const read = () => getCatalogue(configWith(content));
    expect(read).toThrow(CatalogueError);
    expect(read).toThrow(message);
  });

  it('reports a missing file', () => {
    expect(() => getCatalogue(loadConfig({ BILLING_CATALOGUE: '/nowhere/plans.json' }))).toThrow(
      /\/nowhere\/plans\.json is not usable/,
    );
  });
});
