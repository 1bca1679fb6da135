import { readFileSync } from 'node:fs';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { BillingCatalogue, type Plan } from '@atelier/contracts/money/billing';
import type { Config } from '../../../kernel/config/config.ts';
import builtIn from './catalogue.json' with { type: 'json' };

/** The file of `BILLING_CATALOGUE` cannot be used; the message says why. */
export class CatalogueError extends Error {
  constructor(path: string, reasons: readonly string[]) {
    super(
      [`The billing catalogue ${path} is not usable:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'),
    );
    this.name = 'CatalogueError';
  }
}

const readCatalogueFile = (path: string): unknown => {
  try {
    return readJson(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CatalogueError(path, [error instanceof Error ? error.message : 'It cannot be read.']);
  }
};

const parse = (path: string): BillingCatalogue => {
  const parsed = BillingCatalogue.safeParse(readCatalogueFile(path));
  if (parsed.success) return parsed.data;
  throw new CatalogueError(
    path,
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
  );
};

/** Returns the catalogue with the operator's number of credits in the free plan. */
const withFreeCredits = (catalogue: BillingCatalogue, credits: number): BillingCatalogue => ({
  ...catalogue,
  plans: catalogue.plans.map((plan) =>
    plan.planType === 'Free' ? { ...plan, featureBalances: { ...plan.featureBalances, credits } } : plan,
  ),
});

const read = new WeakMap<Config, BillingCatalogue>();

/** Returns the catalogue of plans and add-ons. It is read once per configuration. @throws CatalogueError */
export const getCatalogue = (config: Config): BillingCatalogue => {
  const known = read.get(config);
  if (known) return known;
  const { catalogue: path } = config.billing;
  const catalogue =
    path === undefined
      ? withFreeCredits(BillingCatalogue.parse(builtIn), config.models.freeCredits)
      : parse(path);
  read.set(config, catalogue);
  return catalogue;
};

export const findPlan = (catalogue: BillingCatalogue, planId: string): Plan | undefined =>
  catalogue.plans.find((plan) => plan.planId === planId);

const getFirstPlan = (catalogue: BillingCatalogue, type: Plan['planType']): Plan => {
  const plan = catalogue.plans.find(({ planType }) => planType === type);
  // The schema of the catalogue guarantees that there is one.
  if (!plan) throw new Error(`The catalogue has no ${type} plan.`);
  return plan;
};

export const freePlan = (catalogue: BillingCatalogue): Plan => getFirstPlan(catalogue, 'Free');
export const trialPlan = (catalogue: BillingCatalogue): Plan => getFirstPlan(catalogue, 'Premium');

/** Returns the plan of a subscription. A plan that is no longer sold counts as the free one. */
export const planFor = (catalogue: BillingCatalogue, planId: string): Plan =>
  findPlan(catalogue, planId) ?? freePlan(catalogue);
